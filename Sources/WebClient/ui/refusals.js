// What refusals say: refusal.js has the English.

import { currentLanguage } from './strings.js';

/**
 * Why something wasn't done, in Icelandic; in English the refusal says so itself.
 *
 * @type {Object<string, string>}
 */
export const REFUSALS = {
  malformed: 'Appið sendi færslu sem ekki er vit í.',
  unknown_command: 'Þjónninn þekkir ekki svona færslu.',
  not_member: 'Þú ert ekki í þessum leik.',
  not_host: 'Aðeins stjórnandinn getur þetta.',
  read_only: 'Þú ert að fylgjast með; aðeins leikmenn breyta skori.',
  no_such_hole: 'Þessi hola er ekki á vellinum.',
  no_such_player: 'Þessi leikmaður er ekki á kortinu.',
  no_such_round: 'Sá hringur er ekki hafinn.',
  bad_throws: 'Skor er 1 til 99 köst.',
  bad_par: 'Par er 1 til 20 köst.',
  bad_text: 'Nafnið er tómt, of langt eða með táknum sem ekki sjást.',
  bad_setup: 'Leikur þarf minnst eina holu með merki og pari.',
  not_started: 'Leikurinn er ekki hafinn.',
  stale: 'Einhver breytti þessu á meðan. Líttu aftur á.',
  player_exists: 'Þessi leikmaður er þegar á kortinu.',
  too_many_players: 'Kortið er fullt.',
  not_yours: 'Aðeins viðkomandi eða stjórnandinn getur breytt þessu.',
  no_such_person: 'Enginn slíkur er í leiknum.',
  lobby_exists: 'Þessi leikur er þegar til.',
  no_lobby: 'Þessi leikur er ekki til enn.',
  log_full: 'Leikurinn rúmar ekki fleiri breytingar.',
  locked: 'Leiknum er læst.',
  not_pending: 'Búið er að afgreiða þessa síðbúnu færslu.',
  quarantine_full: 'Of margar síðbúnar færslur bíða stjórnandans.',
  wrong_code: 'Enginn opinn leikur er með þennan kóða. Spurðu stjórnandann.',
  game_started: 'Leikurinn er hafinn. Þú getur fylgst með honum.',
  lobby_full: 'Leikurinn er fullur.',
  kicked: 'Stjórnandinn hefur tekið þig úr leiknum.',
  not_invited: 'Boðið gildir ekki. Biddu um nýtt.',
  unknown_lobby: 'Þjónninn þekkir ekki leikinn enn.',
  too_many_replicas: 'Of mörg tæki hafa skráð í þessum leik.',
  replica_taken: 'Annað tæki á þetta eintak leiksins.',
  bad_token: 'Lykill tækisins passar ekki við þig.',
  unsupported_version: 'Uppfærðu appið.',
  slow_down: 'Of margar færslur í einu. Þær fara rétt strax.',
  too_many_attempts: 'Of margir rangir kóðar. Bíddu aðeins.',
  too_many_lobbies: 'Of margir nýir leikir héðan. Reyndu síðar.',
  storage: 'Þjónninn getur ekki vistað núna. Færslurnar bíða hér.',
  storage_full: 'Diskur þjónsins er fullur. Færslurnar bíða hér.',
  lobby_damaged: 'Eintak þjónsins af leiknum er skemmt.',
  replaced: 'Leikurinn var opnaður aftur á þessu tæki.',
  too_many_sessions: 'Of margir eru í leiknum núna.',
};

/** Why something wasn't done. @param {{name: string, text: string}} refusal */
export const refusalText = ({ name, text }) =>
  currentLanguage() === 'is' ? (REFUSALS[name] ?? text) : text;
