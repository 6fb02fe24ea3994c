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
 * @typedef {object} Kind
 * @property {string} [name] as it stands in `hello`; the game has none
 *
 * @property {(op: T['command']) => boolean} isCreation whether it begins a document
 * @property {(op: T['command'] & Numbering, author: Author) => T['change']} decideCreation the
 *   first event, or its `Refusal`
 * @property {(id: string, epoch: string, first: T['change']) => T['state'] | null} begin the state
 *   after the first event; null if that begins none
 * @property {(state: T['state'], op: T['command'] & Numbering, author: Author) => T['change']} decide
 *   the event to which an op leads, or its `Refusal`
 * @property {(state: T['state']) => T['state']} copy that `apply` may change
 * @property {(state: T['state'], change: T['change']) => void} apply carries out the next event,
 *   which is a fact: no rule is asked
 *
 * @property {(command: T['command']) => boolean} isEdit whether somebody opened something to edit it
 * @property {(confirmed: T['state'] | null, command: T['command']) => T['key']} keyOf what a command
 *   is about, or a `Refusal` if only this device expects that to be there
 * @property {(confirmed: T['state'], key: T['key']) => number} versionOf the last event that changed
 *   what stands there
 * @property {(state: T['state'] | null, command: T['command']) => Value | undefined} before what is
 *   noted to take the command back; undefined: it can't be
 * @property {(state: T['state'] | null, own: (Own & {op: T['command'] | null})[]) =>
 *   T['command'] | null} undo what takes back the last own op that still shows; those that were
 *   refused aren't among them
 *
 * @property {(state: T['state'], person: string) => boolean} isMember whether someone takes part now
 * @property {(state: T['state']) => boolean} isOpen whether who comes late needn't be let in
 * @property {(state: T['state']) => boolean} isForMembers whether it holds all that members are
 *   told; what spectators are told may lack what opens the door
 *
 * @property {(op: T['command'] & Numbering) => string} encodeOp its bytes, which never change again
 * @property {(bytes: string) => {n: number, op: (T['command'] & Numbering) | null}} decodeOp null if
 *   only its number can be read, or else a `WireError`
 * @property {(value: any, seq: number) => T['change']} changeFrom an event, as messages have it
 * @property {(value: any, epoch: string, seq: number) => T['state']} stateFrom the `lobby` of a
 *   `snapshot`
 * @property {(state: T['state'], hash: string) => string} encodeSnapshot the message; `hash` proves
 *   that it is so
 * @property {Record<string, (value: any) => any>} presence the fields of `presence`, and how each is
 *   read
 */
