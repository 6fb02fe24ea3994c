// Games that were played, for what the page works out of them.

import { apply, newLobby } from '../../../Sources/WebClient/core/lobby.js';
import { LOBBY } from './phone.js';

const HOLES = [
  ['1', 3],
  ['2', 4],
  ['10A', 3],
];
const CREATION = {
  start: new Date(2026, 7, 1, 14, 5).getTime(),
  code: 'K7M2QX',
  invitation: 'a'.repeat(32),
  watch: 'c'.repeat(32),
  course: 'Meadow',
  holes: HOLES,
  late_join: false,
  person: 'b'.repeat(32),
  name: 'Anna',
  player: 1,
};

/** A game of these players, by name; `rounds` has the throws of each player in turn. */
export function game({ names, rounds, phase = 'playing', creation = {} }) {
  const lobby = newLobby(LOBBY, '1'.repeat(16), { ...CREATION, ...creation, name: names[0] });
  names.slice(1).forEach((name, place) => {
    apply(lobby, { kind: 'add', player: { id: place + 2, member: 0, name, removed: 0 } });
  });
  rounds.forEach((players, index) => {
    apply(lobby, { kind: 'stage', stage: ['playing', index + 1] });
    players.forEach((throws, place) => {
      throws.forEach((value, hole) => {
        if (value) write(lobby, [index + 1, place + 1, hole + 1, 0], [[value, 1]]);
      });
    });
  });
  if (phase !== 'playing') apply(lobby, { kind: 'stage', stage: [phase, rounds.length] });
  return lobby;
}

/** Makes these values, each by a member, the siblings of a cell. */
export function write(lobby, key, claims) {
  const version = lobby.seq + 1;
  const siblings = claims.map(([value, member]) => ({
    ...{ seq: version, value, member, tag: member, at: 0, rank: 0 },
  }));
  apply(lobby, { kind: 'cell', key, cell: { version, siblings } });
}
