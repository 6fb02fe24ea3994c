import Documents
import Lobby
import SyncClient
import Testing

@testable import Simulator

/// People with accounts, in a world where all goes wrong.
struct SimulatedAccountsTests {
    @Test("Devices are signed out and in again, and people erased, also around old copies")
    func played() {
        let faults: FaultKinds = [.accounts, .server, .network, .restores]
        let seeds = (UInt64(1)...100).filter { seed in
            PlanGenerator.plan(seed: seed, faults: faults).actions.contains { $0.action.isSignUp }
        }
        var statistics = Statistics()
        for seed in seeds.prefix(10) {
            let result = Run<Lobby>.run(seed: seed, faults: faults)
            #expect(
                result.violation == nil, "seed \(seed): \(result.violation.map { "\($0)" } ?? "")")
            statistics.add(result.statistics)
        }
        for fault in ["device signed out", "account erased", "old copy restored"] {
            #expect(statistics.faults[fault] ?? 0 > 0, "\(fault)")
        }
        for consequence in [
            "sign-ups", "sign-ins", "notice signed_out", "devices signed in again at the end",
            "games that lose a name",
        ] {
            #expect(statistics.consequences[consequence] ?? 0 > 0, "\(consequence)")
        }
    }

    @Test(
        "A server that dies after any step of a sign-out or an erasure has done it when it is back")
    func stepByStep() throws {
        for stepCount in 1...6 {
            for erases in [false, true] {
                let world = World<Lobby>(PlanGenerator.plan(seed: 3, faults: []))
                defer { world.dismantle() }
                world.hasAccounts = true
                world.run(until: 600_000)
                let app = try #require(
                    world.apps.first { $0.currentLink?.isUpgraded == true && !$0.watches })
                world.perform(.signUp(app: app.number))
                world.run(until: 602_000)
                #expect(app.device.account != nil)
                world.perform(
                    erases
                        ? .eraseAccount(app: app.number, diesAfter: stepCount)
                        : .signOut(app: app.number, diesAfter: stepCount))
                world.run(until: 900_000)
                #expect(world.violation == nil)
                #expect(!world.mayAct(app))
                #expect(app.core?.connectionState == .stopped(.signedOut))
                let document = world.oracle.history(app.game.lobby)?.document
                #expect(document?.isNamed(app.device.person.id) == !erases)
            }
        }
    }
}

extension App {
    fileprivate var watches: Bool { core?.watches ?? true }
}
