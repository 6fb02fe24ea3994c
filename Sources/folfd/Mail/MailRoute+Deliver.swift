import Documents
import Mail
import Reactor
import SystemCalls

extension MailRoute {
    /// Tries to deliver a letter, and waits for what becomes of it.
    func deliver(_ letter: Letter) -> Helper.Delivery {
        let login: String?
        do throws(SystemError) {
            login = try readLogin()
        } catch {
            return .failed("user and password can't be read: \(error.text)")
        }
        var random = SystemRandom()
        let id = Identifier128(high: random.next(), low: random.next())
        do throws(MailMessage.UnfitField) {
            let time = WallTime(milliseconds: WallClock.milliseconds())
            let message = try MailMessage(letter, from: sender, id: id, at: time)
            return Helper.deliver(message, to: letter.to, by: self, login: login)
        } catch {
            return .failed("\(error.name) doesn't fit into a head")
        }
    }
}
