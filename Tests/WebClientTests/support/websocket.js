// A WebSocket (RFC 6455) as client, just enough for tests: text messages, close, and a line that
// can be cut anywhere.

import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';

const Opcode = { text: 1, close: 8, ping: 9, pong: 10 };

export class TestSocket {
  /**
   * @param {number} port
   * @param {{opened(): void, received(text: string): void, closed(code: number | null): void}}
   *   listener of which `closed` is called once, last
   * @param {number} [bytesMax] after so many bytes sent the line is cut, be it within a message
   */
  constructor(port, listener, bytesMax = Infinity) {
    this.listener = listener;
    this.bytesLeft = bytesMax;
    this.buffer = Buffer.alloc(0);
    this.isOpen = false;
    this.closeCode = null;
    this.socket = connect(port, '127.0.0.1');
    this.socket.setNoDelay();
    this.socket.write(
      [
        'GET /sync HTTP/1.1',
        `Host: 127.0.0.1:${port}`,
        'Upgrade: websocket',
        'Connection: Upgrade',
        'Sec-WebSocket-Version: 13',
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
        'Sec-WebSocket-Protocol: folf.sync.v1',
        '\r\n',
      ].join('\r\n'),
    );
    this.socket.on('data', (data) => this.read(data));
    this.socket.on('error', () => {});
    this.socket.on('close', () => this.listener.closed(this.closeCode));
  }

  send(text) {
    this.write(Opcode.text, Buffer.from(text));
  }

  close(code) {
    const payload = Buffer.alloc(2);
    payload.writeUInt16BE(code);
    if (this.isOpen && this.bytesLeft > 0) this.write(Opcode.close, payload);
    this.socket.end();
  }

  /** Loses the connection, with all that is still on its way. */
  cut() {
    this.socket.resetAndDestroy();
  }

  /** A frame, masked with zeros: they change nothing. */
  write(opcode, payload) {
    if (this.bytesLeft <= 0) return;
    const { length } = payload;
    const head = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 0xff];
    const bytes = Buffer.concat([Buffer.from([0x80 | opcode, ...head, 0, 0, 0, 0]), payload]);
    this.socket.write(bytes.subarray(0, this.bytesLeft));
    this.bytesLeft -= bytes.length;
    if (this.bytesLeft <= 0) this.socket.destroySoon();
  }

  read(data) {
    this.buffer = Buffer.concat([this.buffer, data]);
    if (!this.isOpen && !this.readHead()) return;
    while (this.readFrame());
  }

  readHead() {
    const end = this.buffer.indexOf('\r\n\r\n');
    if (end < 0) return false;
    if (!this.buffer.subarray(0, end).toString().startsWith('HTTP/1.1 101 ')) {
      this.cut();
      return false;
    }
    this.buffer = this.buffer.subarray(end + 4);
    this.isOpen = true;
    this.listener.opened();
    return true;
  }

  /** The server sends each message in one frame, without a mask. */
  readFrame() {
    const { buffer } = this;
    if (buffer.length < 2) return false;
    const [, short] = buffer;
    let start = 2;
    if (short >= 126) start = short === 126 ? 4 : 10;
    if (buffer.length < start) return false;
    let length = short;
    if (short === 126) length = buffer.readUInt16BE(2);
    if (short === 127) length = Number(buffer.readBigUInt64BE(2));
    if (buffer.length < start + length) return false;
    const payload = buffer.subarray(start, start + length);
    this.buffer = buffer.subarray(start + length);
    this.handle(buffer[0] & 0x0f, payload);
    return true;
  }

  handle(opcode, payload) {
    if (opcode === Opcode.text) this.listener.received(payload.toString());
    if (opcode === Opcode.ping) this.write(Opcode.pong, payload);
    if (opcode !== Opcode.close) return;
    this.closeCode = payload.length >= 2 ? payload.readUInt16BE(0) : null;
    this.socket.end();
  }
}
