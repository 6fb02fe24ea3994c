package import Club
package import Documents

/// What an operator asks for at the control door.
package enum ControlRequest: Hashable, Sendable {
    case status
    case lobbies
    case lobby(LobbyID)
    /// Says something to all.
    case announce(String)
    case act(OperatorAction, on: LobbyID)
    case accounts
    /// Makes a way in for somebody who has lost all of theirs.
    case letIn(Handle)
    case suggestions
    /// Puts the courses of a file into the catalogue.
    case importCourses([UInt8])
    /// The changes of courses that wait for a decision.
    case courseChanges
    case decide(CourseAction, change: Identifier128, reason: String?)
    /// The comments on courses that were reported or hidden.
    case courseComments
    case judge(CommentAction, comment: Identifier128)
    /// Has an account look after a course, or not any more.
    case steward(Handle, course: Identifier128, isSteward: Bool)
}

/// What becomes of a change of a course.
package enum CourseAction: String, Hashable, Sendable { case accept, refuse, undo }

/// What becomes of a comment on a course: all see it, or it is no more.
package enum CommentAction: String, Hashable, Sendable { case keep, remove }

/// The form in which it is to be told.
package enum ControlForm: Hashable, Sendable {
    case json
    /// For a terminal.
    case text
    /// For a browser, with buttons.
    case page
}

package enum ControlAnswer: Sendable {
    case told([UInt8], ControlForm)
    /// It is done; a browser goes back to where it came from.
    case done(ControlForm)
    case failed(OperatorFailure)
}
