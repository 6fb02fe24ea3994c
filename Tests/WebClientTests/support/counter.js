// A second kind of document, by which is seen that what carries documents knows no game: a number
// to which its members add. It never falls below zero.

import { write } from '../../../Sources/WebClient/core/json.js';
import { opFrom, opLine } from '../../../Sources/WebClient/core/op-line.js';
import {
  array, checked, count, identifier, or, text, time,
} from '../../../Sources/WebClient/core/readers.js';
import { demand } from '../../../Sources/WebClient/core/refusal.js';
import { FakeServer } from './fake-server.js';

const isEdit = ({ op }) => op === 'add';

/** The fields of each command. */
const COMMANDS = { begin: {}, add: { by: time } };

function commandFrom(given) {
  const op = text(given.op);
  checked(op, Object.hasOwn(COMMANDS, op));
  const fields = Object.entries(COMMANDS[op]).map(([name, read]) => [name, read(given[name])]);
  return { op, ...Object.fromEntries(fields) };
}

/** What each event brings; as a change it is the same array. */
const CHANGES = { begin: identifier, join: identifier, total: count };

/**
 * @type {import('../../../Sources/WebClient/core/kind.js').Kind<{
 *   state: {id: string, epoch: string, seq: number, total: number, members: string[]},
 *   command: {op: string, by?: number}, change: [kind: string, value: any], key: null,
 *   presence: {here: number[]}}>}
 */
export const counter = {
  name: 'counter',
  isCreation: ({ op }) => op === 'begin',
  decideCreation(op, { person }) {
    demand(op.op === 'begin', 'no_lobby');
    return ['begin', person];
  },
  begin: (id, epoch, [kind, person]) =>
    kind === 'begin' ? { id, epoch, seq: 1, total: 0, members: [person] } : null,
  decide({ total, members }, { op, by = 0 }, { person }) {
    demand(members.includes(person), 'not_member');
    demand(op === 'add', 'lobby_exists');
    demand(total + by >= 0, 'stale');
    return ['total', total + by];
  },
  copy: (state) => ({ ...state, members: [...state.members] }),
  apply(state, [kind, value]) {
    state.seq += 1;
    if (kind === 'join') state.members.push(value);
    if (kind === 'total') state.total = value;
  },
  isEdit,
  keyOf: () => null,
  versionOf: ({ seq }) => seq,
  before: (state, command) => (isEdit(command) ? (state?.total ?? 0) : undefined),
  undo(state, own) {
    const left = [];
    for (const { op, isUndo } of own.filter(({ before }) => before !== undefined)) {
      if (isUndo) left.pop();
      else left.push(op?.by ?? 0);
    }
    return left.length > 0 ? { op: 'add', by: -left[left.length - 1] } : null;
  },
  isMember: ({ members }, person) => members.includes(person),
  isOpen: () => false,
  isForMembers: () => true,
  encodeOp: (op) => opLine(op, commandFrom(op), isEdit(op)),
  decodeOp: (bytes) => opFrom(bytes, commandFrom, isEdit),
  changeFrom(value) {
    const [kind, brought] = array(value);
    checked(kind, typeof kind === 'string' && Object.hasOwn(CHANGES, kind));
    return [kind, CHANGES[kind](brought)];
  },
  stateFrom: (given, epoch, seq) => ({
    ...{ id: identifier(given.id), epoch, seq },
    ...{ total: count(given.total), members: array(given.members).map(identifier) },
  }),
  encodeSnapshot: ({ epoch, seq, ...lobby }, h) =>
    write({ type: 'snapshot', epoch, s: seq, h, lobby }),
  presence: { here: or([], array) },
};

/** The server of one counter. */
export class CounterServer extends FakeServer {
  constructor(lobbyID) {
    super(lobbyID, counter);
  }

  memberOf(person) {
    const place = this.lobby?.members.indexOf(person) ?? -1;
    return place < 0 ? undefined : { number: place + 1 };
  }

  join(person) {
    if (!this.memberOf(person)) this.append(['join', person]);
  }

  perform(op, { person }) {
    const author = { person, tag: 0 };
    if (this.lobby) return this.append(counter.decide(this.lobby, op, author));
    const first = counter.decideCreation(op, author);
    this.changes.push(first);
    this.lobby = counter.begin(this.lobbyID, this.epoch, first);
  }

  append(change) {
    this.changes.push(change);
    counter.apply(this.lobby, change);
  }
}
