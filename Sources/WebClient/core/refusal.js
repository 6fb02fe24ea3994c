// Why a lobby doesn't do what was asked: Protocol.md §22, 200–299 of an op, 300–399 of entry.

/** @type {[number, string, string][]} */
const TABLE = [
  [200, 'malformed', 'The app sent an edit that makes no sense.'],
  [201, 'unknown_command', "This server doesn't know that kind of edit."],
  [202, 'not_member', "You aren't in this game."],
  [203, 'not_host', 'Only the host can do that.'],
  [204, 'read_only', 'You are watching; only players can change scores.'],
  [205, 'no_such_hole', 'The course has no such hole.'],
  [206, 'no_such_player', 'There is no such player on the card.'],
  [207, 'no_such_round', "That round hasn't been started."],
  [208, 'bad_throws', 'A score is 1 to 99 throws.'],
  [209, 'bad_par', 'A par is 1 to 20 throws.'],
  [210, 'bad_text', "That name is empty, too long or has signs that can't be shown."],
  [211, 'bad_setup', 'A game needs at least one hole, and each hole a label and par.'],
  [212, 'not_started', "The game hasn't started yet."],
  [213, 'stale', 'Someone else changed that in the meantime. Have another look.'],
  [214, 'player_exists', 'That player is on the card already.'],
  [215, 'too_many_players', 'The card is full.'],
  [216, 'not_yours', 'Only that person or the host can change it.'],
  [217, 'no_such_person', 'There is no such person in this game.'],
  [218, 'lobby_exists', 'This game exists already.'],
  [219, 'no_lobby', "This game hasn't been created yet."],
  [220, 'log_full', 'This game has reached its limit of changes.'],
  [221, 'locked', 'The game is locked.'],
  [222, 'not_pending', 'That late entry has been dealt with already.'],
  [223, 'quarantine_full', 'Too many late entries wait for the host.'],
  [224, 'has_scores', 'You have scores of your own on the card already.'],
  [225, 'name_taken', 'Somebody on the card has that name already.'],
  [226, 'deleted', 'The game has been deleted.'],
  [300, 'wrong_code', 'No open game has this code. Check it with your host.'],
  [301, 'game_started', 'The game has started. You can watch it instead.'],
  [302, 'lobby_full', 'This game is full.'],
  [303, 'kicked', 'The host has removed you from this game.'],
  [304, 'not_invited', "This invitation isn't valid. Ask for a new one."],
  [305, 'unknown_lobby', "The server doesn't know this game yet."],
  [306, 'too_many_replicas', 'Too many devices have scored in this game.'],
  [307, 'replica_taken', 'This copy of the game belongs to another device.'],
  [308, 'gone', 'This game has been deleted.'],
];

/** @typedef {{code: number, name: string, text: string}} RefusalRow */

/** @type {RefusalRow[]} */
export const refusals = TABLE.map(([code, name, text]) => Object.freeze({ code, name, text }));

/** The refusal of this number; one that isn't known is `malformed`. */
export function refusalOf(code) {
  return refusals.find((row) => row.code === code) ?? refusals[0];
}

/** Thrown for an op that the rules refuse; `message` is the sentence for the player. */
export class Refusal extends Error {
  constructor(name) {
    const row = refusals.find((each) => each.name === name) ?? refusals[0];
    super(row.text);
    this.code = row.code;
    this.name = row.name;
  }
}

/** @param {unknown} condition @param {string} name of the refusal if it doesn't hold */
export function demand(condition, name) {
  if (!condition) throw new Refusal(name);
}
