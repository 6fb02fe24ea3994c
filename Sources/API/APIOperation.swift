/// What the API can be asked for. The names are those of the OpenAPI document and of metrics; they
/// never change their meaning.
package enum APIOperation: String, CaseIterable, Hashable, Sendable {
    case about, openapi, problems, handle, suggestHandle
    case signUp, signIn, signOut, confirmMail, sendMail
    case me, changeMe, setPassword, removePassword, setEmail, removeEmail, recoveryCodes
    case devices, renameDevice, removeDevice, removeOtherDevices, claimPersons, releasePerson
    case passkeyChallenge, passkeys, addPasskey, removePasskey
    case openLink, getLink, approveLink
    case games, export, exportTable, erasure, erase
    case friends, acceptFriend, unfriend, blocks, block, unblock
    case ask, unask, askPlayer, friendLink, endFriendLink, invite, inbox, answer
    case person, search
    case tokens, addToken, removeToken
    case game, gameTable, gameHistory, createGame
    case offerColumns, offeredColumns, claimColumns, columns, releaseColumn
    case suggest
    case coursePacks, coursePack, courses, course, exportCourses
    case myResults, courseFigures, courseCrowd
    case shareCourse, unshareCourse, courseChanges, changeCourse, decideChange
    case courseComments, comment, removeComment, markComment, matchCourse
}
