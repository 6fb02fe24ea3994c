import Testing

@testable import Club

@Suite("A password")
struct PasswordRulesTests {
    private let rules = PasswordRules(serverName: "folf.example")

    private func fault(
        _ password: String, handle: String = "anna.b", name: String = "Anna Björk"
    ) -> PasswordFault? {
        do throws(PasswordFault) {
            try rules.check(password, handle: try! Handle(handle), name: name)
            return nil
        } catch {
            return error
        }
    }

    @Test("has at least ten signs, or as many as were set, and no more than 256 bytes")
    func length() throws {
        #expect(fault("xkqpvmwzj") == .tooShort(signsMin: 10))
        #expect(fault("xkqpvmwzjr") == nil)
        #expect(fault("þæðöáéíóúý") == nil)
        let longest = String(repeating: "xkqpvmwz", count: 4) + "rtuo"
        #expect(fault(longest + String(repeating: "ðkqpmzwb", count: 24)) == nil)
        #expect(fault(longest + String(repeating: "ðkqpmzwb", count: 25)) == .tooLong)
        let strict = PasswordRules(signsMin: 15, serverName: "")
        #expect(throws: PasswordFault.tooShort(signsMin: 15)) {
            try strict.check("xkqpvmwzjr", handle: try Handle("anna"), name: "")
        }
    }

    @Test(
        "that is long and no first guess is taken, whatever signs it has",
        arguments: [
            "correct horse battery staple", "lambi hleypur yfir heidina", "xkqpvmwzjr",
            "hvít ský yfir Esjunni", "tungl glas vegur brú", "8u3Kd0Pq7z", "Trjágöngin eru blaut",
            "purple.kettle.ladder", "92738461550284716395",
        ])
    func good(password: String) { #expect(fault(password) == nil) }

    @Test(
        "that many have is refused, in capitals and look-alikes, with years and signs behind",
        arguments: [
            "password12", "Password123!", "P4ssw0rd-2024!!", "pa$$word1999", "iloveyou123",
            "1loveyou!!", "letmein2024", "discgolf2024!", "Frisbee#2025", "Frisbígolf2025",
            "lykilorð123", "Sumarið2024", "monkeydragon", "!!!football!!!", "welcome1welcome1",
            "admin_admin_1", "jonanna1987", "reykjavik101", "12345password",
        ])
    func common(password: String) { #expect(fault(password) == .common) }

    @Test(
        "of neighbours on a keyboard, in the alphabet or among digits is refused",
        arguments: [
            "qwertyuiop", "poiuytrewq", "asdfghjkl1", "1qaz2wsx3edc", "abcdefghij",
            "zyxwvutsrq", "qwertyasdf12", "abcd1234abcd", "qazwsxedcrfv",
        ])
    func sequences(password: String) {
        #expect([.sequence, .repetition].contains(fault(password)))
    }

    @Test(
        "that is a number people have anyway is refused: years, dates, telephones, kennitala",
        arguments: ["1204851239", "5812345678", "19851985", "010219902024", "354-581-2345"])
    func numbers(password: String) {
        let fault = fault(password + (password.count < 10 ? "!!" : ""))
        #expect(fault == .number || fault == .sequence || fault == .repetition)
    }

    @Test(
        "that says the same again and again is refused",
        arguments: ["aaaaaaaaaa", "xyxyxyxyxyxy", "kqxkqxkqxkqx", "ööööööööööööö", "----------"])
    func repetitions(password: String) {
        #expect([.repetition, .number].contains(fault(password)))
    }

    @Test(
        "that is made of the handle, the name or the server's name is refused",
        arguments: [
            ("thorunn.b", "Þórunn Bára", "thorunnbara"), ("thorunn.b", "Þórunn", "Thorunn.b.2024"),
            ("zzz", "Hrafnhildur", "hrafnhildur1"), ("zzz", "Hrafnhildur", "Hr4fnh1ldur!!"),
            ("qvxx", "Q", "folfexample1"), ("kvistur", "K", "kvistur@folf"),
        ])
    func personal(handle: String, name: String, password: String) throws {
        let server = PasswordRules(serverName: "kvoldfolf.example")
        #expect([.personal, .common].contains(fault(password, handle: handle, name: name)))
        #expect(throws: PasswordFault.personal) {
            try server.check("Kvoldfolf2024", handle: try Handle("zzz"), name: "")
        }
    }

    @Test("of the greatest length is looked through in bounded time")
    func longest() {
        for sign in ["a", "1", "!", "ab", "12"] {
            let password = String(repeating: sign, count: 256 / sign.utf8.count)
            #expect(fault(password) != nil)
        }
    }
}
