import Metrics
import Testing

@Suite("The text of metrics")
struct ExpositionTests {
    private enum Colour: Int, MetricLabel {
        case red
        case green

        var label: String { "\(self)" }
    }

    @Test("A family is told with its meaning, its type and a line for each sample")
    func families() {
        var exposition = Exposition()
        var tally = Tally<Colour>()
        tally.count(.green)
        tally.count(.green, 2)
        exposition.gauge("folf_lobbies", "Lobbies in memory.", .count(-3))
        exposition.counter("folf_balls_total", "Balls.", tally.samples("colour"))
        #expect(
            exposition.text == """
                # HELP folf_lobbies Lobbies in memory.
                # TYPE folf_lobbies gauge
                folf_lobbies -3
                # HELP folf_balls_total Balls.
                # TYPE folf_balls_total counter
                folf_balls_total{colour="red"} 0
                folf_balls_total{colour="green"} 3

                """)
        #expect(exposition.names == ["folf_lobbies", "folf_balls_total"])
    }

    @Test("Buckets count what is no larger than their bound, and the last one everything")
    func histograms() {
        var histogram = Histogram(Histogram.Scale(bounds: [100, 2_500], decimals: 6))
        for value: UInt64 in [0, 100, 101, 2_500, 2_501, 9_000_000] { histogram.record(value) }
        var exposition = Exposition()
        exposition.histogram(
            "folf_turn_seconds", "Turns.", [([Sample.Label("loop", "0")], histogram)])
        #expect(
            exposition.text == """
                # HELP folf_turn_seconds Turns.
                # TYPE folf_turn_seconds histogram
                folf_turn_seconds_bucket{loop="0",le="0.0001"} 2
                folf_turn_seconds_bucket{loop="0",le="0.0025"} 4
                folf_turn_seconds_bucket{loop="0",le="+Inf"} 6
                folf_turn_seconds_sum{loop="0"} 9.005202
                folf_turn_seconds_count{loop="0"} 6

                """)
    }

    @Test("What would end a line or a value is escaped")
    func escapes() {
        var exposition = Exposition()
        exposition.gauge(
            "folf_a", "one \\ two\nthree \"four\"", [Sample([.init("b", "\\ \n \"")], .count(1))])
        #expect(
            exposition.text == """
                # HELP folf_a one \\\\ two\\nthree "four"
                # TYPE folf_a gauge
                folf_a{b="\\\\ \\n \\""} 1

                """)
    }

    @Test(
        "Numbers are exact, and have no zeros that say nothing",
        arguments: [
            (MetricValue.seconds(microseconds: 0), "0"),
            (.seconds(microseconds: 1), "0.000001"), (.seconds(microseconds: 2_500), "0.0025"),
            (.seconds(microseconds: 1_000_000), "1"),
            (.seconds(microseconds: .max), "18446744073709.551615"),
            (.seconds(milliseconds: -1_500), "-1.5"),
            (.seconds(milliseconds: .min), "-9223372036854775.808"),
            (.count(UInt64.max), "18446744073709551615"), (.truth(true), "1"),
        ])
    func numbers(value: MetricValue, text: String) { #expect(value.description == text) }

    @Test("The values of several loops are added up, and sums that don't fit begin anew")
    func sums() {
        var sum = Histogram(.seconds)
        var other = Histogram(.seconds)
        sum.record(.max)
        other.record(3)
        other.record(200)
        sum += other
        #expect(sum.count == 3 && sum.sum == 202)
        #expect(sum.counts.first == 1 && sum.counts[1] == 1 && sum.counts.last == 1)
        var tally = Tally<Colour>()
        tally.count(.red, .max)
        tally.count(.red)
        var another = Tally<Colour>()
        another.count(.red, 5)
        tally += another
        #expect(tally[.red] == 5 && tally[.green] == 0)
    }
}
