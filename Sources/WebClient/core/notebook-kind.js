// A notebook, as a kind of document: what one person keeps on all their devices. Protocol.md §28.

import { lobbyIDOf } from './identity.js';
import { byteCount, write } from './json.js';
import { opFrom, opLine } from './op-line.js';
import { array, bits32, checked, count, identifier, or, orNull, text } from './readers.js';
import { demand, refusals } from './refusal.js';

refusals.push(
  { code: 240, name: 'bad_key' },
  { code: 242, name: 'notebook_full' },
);

/** `NotebookLimits` of Protocol.md §21. */
export const NotebookLimits = Object.freeze({
  keyBytesMax: 96,
  valueBytesMax: 10_240,
  keysMax: 20_000,
  bytesMax: 1_048_576,
  aheadMillisecondsMax: 2_000,
});

/**
 * @typedef {{key: string, value: string | null, at: number, tag: number}} Note
 * @typedef {{id: string, epoch: string, seq: number, person: string, notes: Map<string, Note>,
 *   bytes: number}} Notebook `bytes`: of all keys and values
 * @typedef {{kind: 'new', person: string, note: Note} | {kind: 'put', note: Note}
 *   | {kind: 'outrun'}} Change
 * @typedef {{op: 'put', key: string, value: string | null}} Command
 * @typedef {{state: Notebook, command: Command, change: Change, key: string,
 *   presence: {here: number[]}}} NotebookTypes
 */

const MARK = '6e6f7465';
/** The text "notebooknotebook". */
const NONCE = '6e6f7465626f6f6b'.repeat(2);

/** The id of a person's notebook. */
export const notebookIDOf = (person) => MARK + lobbyIDOf(person, NONCE).slice(MARK.length);

const isKey = (key) => /^[!-~]+$/.test(key) && key.length <= NotebookLimits.keyBytesMax;
const isValue = (value) =>
  !/[\0-\x08\x0b-\x1f\x7f]/.test(value) && byteCount(value) <= NotebookLimits.valueBytesMax;

const bytesOf = (note) => (note ? note.key.length + byteCount(note.value ?? '') : 0);

/** Whether a note takes the place of another: the later one does, and of equal ones the second. */
const replaces = (note, old) => note.at > old.at || (note.at === old.at && note.tag >= old.tag);

function noteOf({ key, value, at }, tag) {
  demand(isKey(key), 'bad_key');
  demand(value === null || isValue(value), 'bad_value');
  return { key, value, at: Math.max(0, at), tag };
}

/** @type {import('./kind.js').Kind<NotebookTypes>['decide']} */
function decide({ person, notes, bytes }, op, author) {
  demand(author.person === person, 'not_member');
  const note = noteOf(op, author.tag);
  const old = notes.get(note.key);
  if (old && !replaces(note, old)) return { kind: 'outrun' };
  demand(old || notes.size < NotebookLimits.keysMax, 'notebook_full');
  const growth = bytesOf(note) - bytesOf(old);
  demand(growth <= 0 || bytes + growth <= NotebookLimits.bytesMax, 'notebook_full');
  return { kind: 'put', note };
}

/** @param {Notebook} state @param {Change} change */
function apply(state, change) {
  state.seq += 1;
  if (change.kind !== 'put') return;
  const { note } = change;
  state.bytes += bytesOf(note) - bytesOf(state.notes.get(note.key));
  state.notes.set(note.key, note);
}

function commandFrom(given) {
  checked(given.op, given.op === 'put' && given.value !== undefined);
  return { op: given.op, key: text(given.key), value: orNull(text)(given.value) };
}

const isEdit = () => false;

function noteFrom([key, value, at, tag]) {
  const note = { key: text(key), value: orNull(text)(value), at: count(at), tag: bits32(tag) };
  return checked(note, isKey(note.key) && (note.value === null || isValue(note.value)));
}

/** @returns {Change} */
function changeFrom(value) {
  const [kind, ...places] = array(value);
  switch (kind) {
    case 'new': return { kind, person: identifier(places[0]), note: noteFrom(places.slice(1)) };
    case 'put': return { kind, note: noteFrom(places) };
    default: return { kind: checked(kind, kind === 'outrun') };
  }
}

/** @returns {Notebook} */
function stateFrom(given, epoch, seq) {
  const list = array(given.notes, NotebookLimits.keysMax).map((each) => noteFrom(array(each)));
  return {
    ...{ id: identifier(given.id), epoch, seq, person: identifier(given.person) },
    notes: new Map(list.map((note) => [note.key, note])),
    bytes: list.reduce((sum, note) => sum + bytesOf(note), 0),
  };
}

const byKey = (left, right) => (left.key < right.key ? -1 : 1);
const placesOf = ({ key, value, at, tag }) => [key, value, at, tag];

/** @type {import('./kind.js').Kind<NotebookTypes>} */
export const notebook = {
  name: 'notebook',
  // Any note can be the first, also after the server has lost those before it.
  isCreation: () => true,
  decideCreation: (op, { person, tag }) => ({ kind: 'new', person, note: noteOf(op, tag) }),
  begin: (id, epoch, change) =>
    change.kind === 'new'
      ? {
          ...{ id, epoch, seq: 1, person: change.person, bytes: bytesOf(change.note) },
          notes: new Map([[change.note.key, change.note]]),
        }
      : null,
  decide,
  copy: (state) => ({ ...state, notes: new Map(state.notes) }),
  apply,
  isEdit,
  keyOf: (_confirmed, { key }) => key,
  versionOf: () => 0,
  before: () => undefined,
  undo: () => null,
  isMember: (state, person) => state.person === person,
  isOpen: () => true,
  isForMembers: () => true,
  presence: { here: or([], array) },
  encodeOp: (op) => opLine(op, commandFrom(op), isEdit()),
  decodeOp: (bytes) => opFrom(bytes, commandFrom, isEdit),
  changeFrom,
  stateFrom,
  encodeSnapshot: ({ epoch, seq, id, person, notes }, h) =>
    write({
      ...{ type: 'snapshot', epoch, s: seq, h },
      lobby: { id, person, notes: [...notes.values()].sort(byKey).map(placesOf) },
    }),
};

/**
 * The time at which a note is written that takes the place of one that its author sees, whatever
 * the device's clock says: later than that. To be given to the core's `edit`.
 *
 * @param {import('./client-core.js').ClientCore<NotebookTypes>} core
 * @param {string} key
 * @param {import('./timing.js').Time} now
 */
export function timeFor(core, key, now) {
  const seen = core.optimistic?.notes.get(key);
  return seen ? shifted(now, Math.max(0, seen.at + 1 - core.clock.now(now))) : now;
}

/**
 * The time at which the server's clock, as far as it is known, shows `at`.
 *
 * @param {import('./client-core.js').ClientCore<NotebookTypes>} core
 * @param {number} at
 * @param {import('./timing.js').Time} now
 */
export const timeOf = (core, at, now) => shifted(now, at - core.clock.now(now));

const shifted = ({ wall, monotonic }, by) => ({ wall: wall + by, monotonic: monotonic + by });
