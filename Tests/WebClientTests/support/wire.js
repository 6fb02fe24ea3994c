// Messages as they are read where a game is played.

import { game } from '../../../Sources/WebClient/core/game-kind.js';
import * as wire from '../../../Sources/WebClient/core/wire.js';

export * from '../../../Sources/WebClient/core/wire.js';

export const decodeServerMessage = (text) => wire.decodeServerMessage(text, game);
