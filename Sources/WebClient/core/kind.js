// A document is what the log of one lobby adds up to. Its kind is the rules for that: what people
// may ask for, which event comes of it, what the event changes, and how all this is written. A game
// is the first kind (`game-kind.js`).
//
//     op ── decide ──▸ change ── apply ──▸ state
//             │
//             └─────▸ Refusal
//
// The modules that keep, order, send and repeat ops and events are the same for all kinds. They
// know of them only what stands here, and import nothing of any.

/** No history: what an op was based on that was made before the lobby's first contact. */
export const NO_EPOCH = '0000000000000000';

/**
 * @typedef {null | number | string} Value
 * @typedef {{id: string, epoch: string, seq: number}} State what a log adds up to: which one, its
 *   history, its last event, and what else its kind has
 * @typedef {{op: string}} Command what people ask for
 * @typedef {{n: number, at: number, bv: number, be: string}} Numbering what makes an op of a
 *   command: its number, when it was entered, and what its author had seen (Protocol.md §7)
 * @typedef {{person: string, tag: number}} Author of an op; `tag`: of the device's journal
 * @typedef {{number: number, before?: Value, isUndo: boolean}} Own what a device notes of an op of
 *   its own; `before` is from `Kind.before`
 * @typedef {{state: State, command: Command, change: any, key: any, presence: any}} Types those of
 *   a kind; a `key` names what people open to edit it, `presence` is what is told of who is there
 */

/**
 * @template {Types} T
 * @typedef {T['command'] & Numbering} Op
 */

/**
 * All that is known of a kind. An op that is refused is thrown as its `Refusal`, and JSON that is
 * none of the kind's as a `WireError`.
 *
 * How ops become a state:
 * - name: as it stands in `hello`; the game has none.
 * - isCreation: whether an op begins a document; decideCreation: the first event, then; begin: the
 *   state after it, null if that event begins none.
 * - decide: the event to which an op leads.
 * - copy: a state that may be changed; apply: carries out the next event in it. An event is a fact,
 *   so no rule is asked.
 *
 * How people edit it:
 * - isEdit: whether somebody opened something to make the command.
 * - keyOf: names what a command is about; refuses one about what only this device expects to be
 *   there. versionOf: the last event that changed what stands there.
 * - before: what is noted to take a command back; undefined: it can't be. undo: the command that
 *   takes back the last own op that still shows; ops that were refused aren't among `own`.
 *
 * Who is in it:
 * - isMember: whether somebody takes part now; isOpen: whether who comes late needn't be let in.
 * - isForMembers: whether the state holds all that members are told; what spectators are told may
 *   lack what opens the door.
 * - presence: the fields of the message of that name, and how each is read.
 *
 * How all this is written:
 * - encodeOp: the bytes of an op, which never change again; decodeOp: the op again, null if only
 *   its number can be read.
 * - changeFrom: an event as messages have it; stateFrom: the `lobby` of a snapshot; encodeSnapshot:
 *   the whole message, whose `hash` proves that it is so.
 *
 * @template {Types} T
 * @typedef {{
 *   name?: string,
 *   isCreation(op: Op<T>): boolean,
 *   decideCreation(op: Op<T>, author: Author): T['change'],
 *   begin(id: string, epoch: string, first: T['change']): T['state'] | null,
 *   decide(state: T['state'], op: Op<T>, author: Author): T['change'],
 *   copy(state: T['state']): T['state'],
 *   apply(state: T['state'], change: T['change']): void,
 *   isEdit(command: T['command']): boolean,
 *   keyOf(confirmed: T['state'] | null, command: T['command']): T['key'],
 *   versionOf(confirmed: T['state'], key: T['key']): number,
 *   before(state: T['state'] | null, command: T['command']): Value | undefined,
 *   undo(state: T['state'] | null, own: (Own & {op: Op<T> | null})[]): T['command'] | null,
 *   isMember(state: T['state'], person: string): boolean,
 *   isOpen(state: T['state']): boolean,
 *   isForMembers(state: T['state']): boolean,
 *   presence: Record<string, (value: any) => any>,
 *   encodeOp(op: Op<T>): string,
 *   decodeOp(bytes: string): {n: number, op: Op<T> | null},
 *   changeFrom(value: any, seq: number): T['change'],
 *   stateFrom(value: any, epoch: string, seq: number): T['state'],
 *   encodeSnapshot(state: T['state'], hash: string): string,
 * }} Kind
 */
