// Why a lobby doesn't do what was asked: Protocol.md §22, 200–299 of an op, 300–399 of entry.

/** By the first of their numbers, which go on from there. The sentences are in `ui/more.en.js`. */
const NAMES = {
  200: 'malformed unknown_command not_member not_host read_only no_such_hole no_such_player' +
    ' no_such_round bad_throws bad_par bad_text bad_setup not_started stale player_exists' +
    ' too_many_players not_yours no_such_person lobby_exists no_lobby log_full locked' +
    ' not_pending quarantine_full has_scores name_taken deleted',
  300: 'wrong_code game_started lobby_full kicked not_invited unknown_lobby too_many_replicas' +
    ' replica_taken gone',
  241: 'bad_value',
};

/** @typedef {{code: number, name: string}} RefusalRow */

/** @type {RefusalRow[]} */
export const refusals = Object.entries(NAMES).flatMap(([first, names]) =>
  names.split(' ').map((name, place) => ({ code: Number(first) + place, name })));

/** The refusal of this number; one that isn't known is `malformed`. */
export function refusalOf(code) {
  return refusals.find((row) => row.code === code) ?? refusals[0];
}

/** Thrown for an op that the rules refuse. */
export class Refusal extends Error {
  constructor(name) {
    const row = refusals.find((each) => each.name === name) ?? refusals[0];
    super(row.name);
    this.code = row.code;
    this.name = row.name;
  }
}

/** @param {unknown} condition @param {string} name of the refusal if it doesn't hold */
export function demand(condition, name) {
  if (!condition) throw new Refusal(name);
}
