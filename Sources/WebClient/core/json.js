// JSON (RFC 8259) as strictly as the protocol asks: `JSON.parse` would round numbers beyond 2^53,
// take 1.0 for an integer and half a surrogate pair for text, and forget a value's own bytes.

/** A message or a line of the journal that isn't what it should be. */
export class WireError extends Error {}

/** Bounds of every integer that travels. */
export const INTEGER_MAX = 2 ** 53;

const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;
/** As deep arrays and objects may lie in each other: in an op, and in a field of a message. */
export const DEPTH_MAX = 8;

/**
 * Reads an object. Numbers that aren't integers of at most 2^53 come out as NaN.
 *
 * @param {string} text
 * @param {number} [depthMax] of arrays and objects, the object itself included
 * @returns {{fields: Record<string, any>, raw: (key: string) => string | undefined}}
 *   `raw` gives a field's value as it stands in `text`.
 */
export function parseObject(text, depthMax = DEPTH_MAX + 1) {
  const reader = new Reader(text, depthMax);
  const places = new Map();
  if (reader.peek() !== '{') throw reader.error();
  const fields = reader.object(0, places);
  if (reader.peek() !== '') throw reader.error();
  const raw = (key) => {
    const place = places.get(key);
    return place && text.slice(place[0], place[1]);
  };
  return { fields, raw };
}

class Reader {
  constructor(text, depthMax) {
    this.text = text;
    this.depthMax = depthMax;
    this.at = 0;
  }

  error() {
    return new WireError(`no JSON at ${this.at}`);
  }

  /** The next sign that isn't white space; empty at the end. */
  peek() {
    for (; this.at < this.text.length; this.at += 1) {
      const sign = this.text[this.at];
      if (sign !== ' ' && sign !== '\n' && sign !== '\r' && sign !== '\t') return sign;
    }
    return '';
  }

  takeIf(sign) {
    if (this.peek() !== sign) return false;
    this.at += 1;
    return true;
  }

  take(sign) {
    if (!this.takeIf(sign)) throw this.error();
  }

  value(depth) {
    switch (this.peek()) {
      case '{': return this.object(depth);
      case '[': return this.array(depth);
      case '"': return this.string();
      case 't': return this.word('true', true);
      case 'f': return this.word('false', false);
      case 'n': return this.word('null', null);
      default: return this.number();
    }
  }

  enter(depth, sign) {
    if (depth >= this.depthMax) throw this.error();
    this.take(sign);
  }

  object(depth, places) {
    const fields = Object.create(null);
    this.enter(depth, '{');
    if (this.takeIf('}')) return fields;
    do {
      if (this.peek() !== '"') throw this.error();
      const key = this.string();
      this.take(':');
      this.peek();
      const start = this.at;
      fields[key] = this.value(depth + 1);
      places?.set(key, [start, this.at]);
    } while (this.takeIf(','));
    this.take('}');
    return fields;
  }

  array(depth) {
    const values = [];
    this.enter(depth, '[');
    if (this.takeIf(']')) return values;
    do values.push(this.value(depth + 1));
    while (this.takeIf(','));
    this.take(']');
    return values;
  }

  word(word, value) {
    if (!this.text.startsWith(word, this.at)) throw this.error();
    this.at += word.length;
    return value;
  }

  number() {
    NUMBER.lastIndex = this.at;
    const found = NUMBER.exec(this.text);
    if (!found) throw this.error();
    this.at = NUMBER.lastIndex;
    if (found[1] || found[2]) return NaN;
    const number = Number(found[0]) + 0;
    if (Math.abs(number) < INTEGER_MAX) return number;
    // Beyond it, numbers that differ come out the same.
    return found[0].replace('-', '') === String(INTEGER_MAX) ? number : NaN;
  }

  string() {
    const start = this.at;
    let isPlain = true;
    for (this.at += 1; ; this.at += 1) {
      const unit = this.text.charCodeAt(this.at);
      if (unit === 0x22) break;
      if (!(unit >= 0x20)) throw this.error();
      if (unit === 0x5c) this.at += 1;
      if (unit === 0x5c || (unit >= 0xd800 && unit <= 0xdfff)) isPlain = false;
    }
    this.at += 1;
    if (isPlain) return this.text.slice(start + 1, this.at - 1);
    try {
      return JSON.parse(this.text.slice(start, this.at));
    } catch {
      throw this.error();
    }
  }
}

/** JSON that is written already. */
export class Raw {
  constructor(text) {
    this.text = text;
  }
}

/**
 * Writes JSON without white space; fields that are undefined are left out.
 *
 * @param {any} value
 * @returns {string}
 */
export function write(value) {
  if (typeof value === 'string') return quote(value);
  if (value === null || typeof value !== 'object') return String(value);
  if (value instanceof Raw) return value.text;
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields.map(([key, field]) => `"${key}":${write(field)}`).join(',')}}`;
}

/** Control characters get the long form, as everywhere in this protocol. */
function quote(text) {
  return JSON.stringify(text).replace(/\\(.)/g, (pair, sign) => {
    const unit = { b: '08', t: '09', n: '0a', f: '0c', r: '0d' }[sign];
    return unit ? `\\u00${unit}` : pair;
  });
}

const encoder = new TextEncoder();

/** How many bytes of UTF-8 a text takes. */
export function byteCount(text) {
  return encoder.encode(text).length;
}

/** FNV-1a over 32 bits, of a text's UTF-8: of an op, and of a line of a journal. */
export function fingerprint(text) {
  let hash = 0x811c9dc5;
  for (const byte of encoder.encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}
