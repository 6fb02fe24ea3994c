// The real server, with data of its own, on a port that it chooses when first started.

import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

// Node 18 sometimes turns for ever while it clears up after sockets (Environment::CleanupHandles),
// with all tests done. Leaving from the last listener spares that; the exit code stays as it is.
process.once('beforeExit', () => process.on('exit', () => process.exit()));

const repository = fileURLToPath(new URL('../../../', import.meta.url));
const programs = process.env.FOLF_TEST_PROGRAMS ?? join(repository, '.build/debug');
export const program = (name) => join(programs, name);

/** Why tests with the real server can't run; false if they can. */
export const whyNot = ['folfd', 'folf'].every((name) => existsSync(program(name)))
  ? false
  : `folfd and folf aren't built: not in ${programs}`;

export class Folfd {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), 'folf-web-'));
    this.port = 0;
    this.log = '';
  }

  get options() {
    return ['--data', join(this.folder, 'data')];
  }

  /** Starts the server, or starts it again. */
  async start() {
    const options = ['--listen', `127.0.0.1:${this.port}`, ...this.options];
    this.process = spawn(program('folfd'), options, { stdio: ['ignore', 'pipe', 'pipe'] });
    this.exited = new Promise((resolve) => this.process.on('exit', resolve));
    this.process.stderr.on('data', (data) => (this.log += data));
    const said = await new Promise((resolve, reject) => {
      this.process.stdout.once('data', (data) => resolve(String(data)));
      this.process.once('exit', () => reject(new Error(this.log)));
    });
    this.port = Number(/127\.0\.0\.1:(\d+)/.exec(said)[1]);
  }

  /** Ends the server at once, as a crash does. */
  async kill() {
    this.process.kill('SIGKILL');
    await this.exited;
  }

  /** Asks the server to end; gives its exit code. */
  async stop() {
    this.process.kill('SIGTERM');
    const code = await this.exited;
    rmSync(this.folder, { recursive: true });
    return code;
  }

  /** The game as the server has it on disk. */
  async exported(lobby) {
    const { stdout } = await run(program('folfd'), ['export', lobby, ...this.options]);
    return JSON.parse(stdout);
  }

  /** Another player's program; gives what it prints. */
  async folf(home, ...words) {
    const environment = {
      ...process.env,
      FOLF_HOME: join(this.folder, home),
      FOLF_SERVER: `ws://127.0.0.1:${this.port}`,
    };
    const { stdout } = await run(program('folf'), words, { env: environment });
    return stdout;
  }
}

const run = promisify(execFile);
