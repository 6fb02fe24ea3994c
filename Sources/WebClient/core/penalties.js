// Penalty throws by what happened (PDGA Official Rules, edition of 2026), in the order of their fields:
// Protocol.md §9. They only propose: the number that is typed is the score. Knows no page.

/**
 * @typedef {{code: string, throws: number, place: 'hole' | 'card' | 'warning' | 'par',
 *   rule: string}} Penalty `place`: added to the hole's number, or to the total; a warning first; or
 *   the score is par and these throws
 */

/** Code, throws with the first letter of the place, and the rule's section. */
const ROWS = [
  'ob 1h 806.02',
  'hazard 1h 806.05',
  'mandatory 1h 804.01',
  'lost 1h 805.03',
  'above_two_metres 1h 805.02',
  'required_relief 0h 806.04',
  'casual_relief 0h 806.03',
  'optional_relief 1h 803.03',
  'abandoned 1h 809.01',
  'stance 1h 802.07',
  'tee_stance 1h 802.04',
  'falling_putt 1h 806.01',
  'moved_obstacle 1h 803.01',
  'practice 1h 809.03',
  'own_interference 1h 810.D',
  'wilful_interference 2h 810.F',
  'damage 2h 803.04',
  'marking 1w 802.06',
  'time 1w 802.03',
  'courtesy 1w 812',
  'unmarked_disc 1w 813.01',
  'illegal_disc 2h 813.01',
  'illegal_device 2h 813.02',
  'wrong_lie_caught 1h 811.F.1',
  'wrong_lie_played_on 2h 811.F.1',
  'not_holed_out 3h 811.F.2',
  'out_of_sequence 2c 811.F.3',
  'absent 4p 811.F.4',
  'missing_30s 4p 811.F.5',
  'omitted 4p 811.F.6',
  'wrong_hole 2h 811.F.7',
  'extra_hole 2c 811.F.8',
  'wrong_start_played 2h 811.F.10',
  'wrong_start_one_throw 1h 811.F.10',
  'late_card 2c 808.F',
  'wrong_card 2c 808.G.2',
  'extra_throw 1w B.03.B',
  'drive_quota 2h B.05.B',
  'tee_check_in 2h CM 1.04',
  'wrong_thrower_caught 1h B.05.E',
  'wrong_thrower_played_on 2h B.05.E',
];

const PLACES = { h: 'hole', c: 'card', w: 'warning', p: 'par' };

/** @type {Penalty[]} */
export const PENALTIES = ROWS.map((row) => {
  const [code, worth, ...rule] = row.split(' ');
  return { code, throws: Number(worth[0]), place: PLACES[worth[1]], rule: rule.join(' ') };
});
