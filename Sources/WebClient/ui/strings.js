/**
 * Everything the page says: English and Icelandic side by side.
 * @typedef {string | {one: string, other: string}} Text a `{count}` of one has words of its own
 * @type {Object<string, [Text, Text]>}
 */
export const STRINGS = {
  home: ['Home', 'Forsíða'],
  menu: ['Menu', 'Valmynd'],
  close: ['Close', 'Loka'],
  cancel: ['Cancel', 'Hætta við'],
  save: ['Save', 'Vista'],
  change: ['Change', 'Breyta'],
  add: ['Add', 'Bæta við'],
  ok: ['OK', 'Í lagi'],
  less: ['{what}: one less', '{what}: einu minna'],
  more: ['{what}: one more', '{what}: einu meira'],
  'hole.par': ['Par of hole {hole}', 'Par á holu {hole}'],
  'course.none': ['Unspecified course', 'Ótilgreindur völlur'],
  'share.copied': ['Link copied', 'Hlekkur afritaður'],
  'share.link': ['Copy this link', 'Afritaðu þennan hlekk'],
  // App.
  'app.loading': ['One moment…', 'Augnablik…'],
  'app.missing': ['This page doesn’t exist', 'Þessi síða er ekki til'],
  'app.noGame': ['This game isn’t on this phone', 'Þessi leikur er ekki í þessum síma'],
  'app.toHome': ['Back to start', 'Á forsíðu'],
  'app.failed': ['Something went wrong here.', 'Eitthvað fór úrskeiðis hér.'],
  'elsewhere.title': ['Open in another tab', 'Opið í öðrum flipa'],
  'elsewhere.text': [
    'Another tab of this browser keeps the score of this game. Nothing is lost.',
    'Annar flipi í þessum vafra skráir skor þessa leiks. Ekkert tapast.',
  ],
  'elsewhere.here': ['Use it here', 'Nota hér'],
  // Home.
  'home.title': ['Start', 'Forsíða'],
  'home.promise': ['One card, with or without signal', 'Eitt skorkort, með eða án sambands'],
  'home.running': ['Continue', 'Halda áfram'],
  'home.past': ['Past games', 'Fyrri leikir'],
  'home.pending': [
    { one: '{count} entry waits', other: '{count} entries wait' },
    { one: '{count} færsla bíður', other: '{count} færslur bíða' },
  ],
  'home.forget': ['Remove from this phone', 'Fjarlægja úr símanum'],
  'home.forgetText': [
    '{course} is removed from this phone. The others keep it.',
    '{course} hverfur úr þessum síma. Aðrir halda leiknum.',
  ],
  'home.you': ['You play as {name}', 'Þú spilar sem {name}'],
  'home.noName': ['You have no name yet', 'Þú hefur ekkert nafn enn'],
  'home.language': ['Language', 'Tungumál'],
  'home.theme': ['Colours', 'Litir'],
  'theme.auto': ['Automatic', 'Sjálfvirkt'],
  'theme.light': ['Light', 'Ljóst'],
  'theme.dark': ['Dark', 'Dökkt'],
  'name.yours': ['Your name', 'Nafnið þitt'],
  'name.name': ['Name', 'Nafn'],
  'name.enter': ['Enter name', 'Skrá nafn'],
  'name.change': ['Change my name', 'Breyta nafninu mínu'],
  'name.hint': [
    'As the others know you. Asked only once.',
    'Eins og aðrir þekkja þig. Aðeins spurt einu sinni.',
  ],
  // Joining.
  join: ['Join', 'Taka þátt'],
  'join.title': ['Join a game', 'Taka þátt í leik'],
  'join.code': ['Code of the game, or its link', 'Kóði leiksins eða hlekkur'],
  'join.watch': ['Watch', 'Fylgjast með'],
  'join.watchOnly': ['Just watch', 'Fylgjast bara með'],
  'join.notCode': [
    'A code has 6 letters or digits, never 0, 1, I, L or O.',
    'Kóði er 6 stafir eða tölur, aldrei 0, 1, I, L eða O.',
  ],
  'join.entering': ['Joining the game', 'Tengist leiknum'],
  'join.noSignal': [
    'No signal. You’re let in as soon as there is some; keep this open.',
    'Ekkert samband. Þú kemst inn um leið og það næst; hafðu þetta opið.',
  ],
  'join.refused': ['You can’t join', 'Þú kemst ekki inn'],
  'join.refusedText': ['The game doesn’t let you in.', 'Leikurinn hleypir þér ekki inn.'],
  'join.retype': ['Enter the code again', 'Slá kóðann aftur inn'],
  // Set-up.
  'setup.title': ['New game', 'Nýr leikur'],
  'setup.course': ['Course', 'Völlur'],
  'setup.known': ['Courses played before', 'Vellir sem hafa verið spilaðir'],
  'setup.holes': ['Holes', 'Holur'],
  'setup.par': ['Par {par}', 'Par {par}'],
  'setup.parsChange': ['Set each par', 'Stilla hvert par'],
  'setup.parsDone': ['Hide pars', 'Fela pör'],
  'setup.parsAll': ['Par of all holes', 'Par á öllum holum'],
  'setup.all': ['All {par}', 'Öll {par}'],
  'setup.plays': ['I play too', 'Ég spila líka'],
  'setup.playsAs': ['I play too, as {name}', 'Ég spila líka, sem {name}'],
  'setup.create': ['Create game', 'Stofna leik'],
  // Before the start.
  'lobby.code': ['Code to join', 'Kóði leiksins'],
  'lobby.qr': ['QR code of the link to join', 'QR-kóði með hlekk í leikinn'],
  'lobby.share': ['Share the link', 'Deila hlekk'],
  'lobby.shareTitle': ['Join our game', 'Vertu með í leiknum'],
  'lobby.watchTitle': ['Watch our game', 'Fylgstu með leiknum'],
  'lobby.noCode': [
    'The code comes when there is signal. You can start now.',
    'Kóðinn kemur þegar samband næst. Þú getur byrjað núna.',
  ],
  'lobby.holes': [
    { one: '{count} hole', other: '{count} holes' },
    { one: '{count} hola', other: '{count} holur' },
  ],
  'lobby.players': [
    { one: '{count} player', other: '{count} players' },
    { one: '{count} leikmaður', other: '{count} leikmenn' },
  ],
  'lobby.lateJoin': ['Players may join after the start', 'Leikmenn mega bætast við eftir byrjun'],
  'lobby.start': ['Start round', 'Byrja hring'],
  'lobby.wait': ['{name} starts the round', '{name} byrjar hringinn'],
  // People.
  'people.title': ['Who is here', 'Hverjir eru hér'],
  'people.you': ['you', 'þú'],
  'people.host': ['host', 'stjórnandi'],
  'people.scorekeeper': ['scorekeeper', 'ritari'],
  'people.guest': ['without a phone', 'án síma'],
  'people.noColumn': ['doesn’t play', 'spilar ekki'],
  'people.here': ['here', 'hér'],
  'people.away': ['away', 'ekki við'],
  'people.left': ['has left', 'er farin(n)'],
  'people.kicked': ['removed', 'tekin(n) úr leiknum'],
  'people.gone': ['No longer in this game.', 'Ekki lengur í leiknum.'],
  'people.spectators': [
    { one: '{count} is watching', other: '{count} are watching' },
    { one: '{count} fylgist með', other: '{count} fylgjast með' },
  ],
  'people.addGuest': ['Player without a phone', 'Leikmaður án síma'],
  'people.appoint': ['Make scorekeeper', 'Gera að ritara'],
  'people.unappoint': ['Remove as scorekeeper', 'Ekki lengur ritari'],
  'people.handOver': ['Make host', 'Gera að stjórnanda'],
  'people.handOverText': [
    '{name} then starts and ends rounds, and you don’t.',
    '{name} byrjar þá og endar hringi, en ekki þú.',
  ],
  'people.earlier': ['Earlier on the card', 'Framar á kortið'],
  'people.later': ['Later on the card', 'Aftar á kortið'],
  'people.remove': ['Take off the card', 'Taka af kortinu'],
  'people.removeText': [
    'The column of {name} goes. Scores in it don’t count any more.',
    'Dálkurinn hverfur: {name}. Skor í honum telur ekki lengur.',
  ],
  'people.kick': ['Remove from the game', 'Vísa úr leiknum'],
  'people.kickText': [
    '{name} can’t enter scores any more, nor come back.',
    '{name} getur ekki skráð skor lengur og ekki komið aftur.',
  ],
  // Card.
  'card.grid': ['Scorecard', 'Skorkort'],
  'card.caption': ['Holes in rows, players in columns', 'Holur í línum, leikmenn í dálkum'],
  'card.empty': ['Nobody is on the card.', 'Enginn er á kortinu.'],
  'card.hole': ['Hole', 'Hola'],
  'card.holeName': ['Hole {hole}', 'Hola {hole}'],
  'card.parWord': ['par', 'par'],
  'card.par': ['par {par}', 'par {par}'],
  'card.current': ['being played', 'í leik'],
  'card.total': ['Total', 'Alls'],
  'card.allRounds': ['All rounds', 'Allir hringir'],
  'card.rounds': ['Rounds', 'Hringir'],
  'card.round': ['Round {round}', 'Hringur {round}'],
  'card.all': ['All', 'Allar'],
  'card.here': ['{count} here', '{count} hér'],
  'card.disputed': ['disputed', 'ágreiningur'],
  'card.by': ['just entered by {name}', 'nýskráð: {name}'],
  'card.news': ['{count} new entries', '{count} nýjar færslur'],
  'card.result': ['Standings', 'Staða'],
  'card.full': ['Every hole is scored.', 'Allar holur eru skráðar.'],
  'card.round_ended': ['Round {round} is over.', 'Hring {round} er lokið.'],
  'card.ended': [
    'The game is over. What you change now is marked as late.',
    'Leik er lokið. Það sem þú breytir núna er merkt sem síðbúið.',
  ],
  'card.locked': [
    'The game is locked. The host decides on what you change now.',
    'Leiknum er læst. Stjórnandinn ákveður um það sem þú breytir núna.',
  ],
  'stage.setup': ['Before the start', 'Fyrir fyrsta kast'],
  'stage.playing': ['Round {round}', 'Hringur {round}'],
  'stage.round_ended': ['Round {round} is over', 'Hring {round} lokið'],
  'stage.ended': ['Finished', 'Lokið'],
  'stage.locked': ['Locked', 'Læst'],
  'score.none': ['no score', 'ekkert skor'],
  'score.ace': ['ace', 'ás'],
  'score.eagle': ['eagle', 'örn'],
  'score.birdie': ['birdie', 'fugl'],
  'score.par': ['par', 'par'],
  'score.bogey': ['bogey', 'skolli'],
  'score.double': ['double bogey', 'skrambi'],
  'score.under': ['{by} under par', '{by} undir pari'],
  'score.over': ['{by} over par', '{by} yfir pari'],
  'state.saving': ['not saved yet', 'ekki vistað enn'],
  'state.savedOnThisDevice': ['saved on this phone', 'vistað í símanum'],
  'state.onItsWay': ['on its way', 'á leiðinni'],
  'state.confirmed': ['confirmed', 'staðfest'],
  // Keypad.
  'pad.label': ['Keypad: {what}', 'Talnaborð: {what}'],
  'pad.close': ['Done', 'Búið'],
  'pad.more': ['10 or more', '10 eða meira'],
  'pad.ones': ['1–9', '1–9'],
  'pad.clear': ['Clear', 'Eyða'],
  'pad.undo': ['Undo', 'Taka aftur'],
  'pad.undone': ['Last entry taken back', 'Síðasta færsla afturkölluð'],
  'pad.players': ['players', 'leikmenn'],
  'pad.holes': ['holes', 'holur'],
  'pad.alongHole': [
    'Goes on with the next player. Change to the next hole',
    'Fer á næsta leikmann. Breyta í næstu holu',
  ],
  'pad.alongPlayer': [
    'Goes on with the next hole. Change to the next player',
    'Fer á næstu holu. Breyta í næsta leikmann',
  ],
  'pad.next': ['Next', 'Næst'],
  'pad.nextIs': ['Next: {what}', 'Næst: {what}'],
  // Menu.
  'menu.undo': ['Undo my last entry', 'Afturkalla síðustu færslu mína'],
  'menu.share': ['Invite: {code}', 'Bjóða: {code}'],
  'menu.shareWatch': ['Share a link to watch', 'Deila hlekk til að fylgjast með'],
  'menu.replay': ['Replay', 'Endurspila'],
  'menu.course': ['Correct course and pars', 'Leiðrétta völl og pör'],
  'menu.pars': ['Pars', 'Pör'],
  'menu.again': ['Another round', 'Annar hringur'],
  'menu.endRound': ['End round', 'Ljúka hring'],
  'menu.endRoundText': [
    'Then comes another round, or the end of the game. Scores can still be corrected.',
    'Síðan kemur annar hringur eða leikslok. Áfram má leiðrétta skor.',
  ],
  'menu.endGame': ['End game', 'Ljúka leik'],
  'menu.endGameText': [
    'Everyone sees the result. Scores can still be corrected.',
    'Allir sjá úrslitin. Áfram má leiðrétta skor.',
  ],
  'menu.lock': ['Lock the game', 'Læsa leiknum'],
  'menu.lockText': [
    'The code is no longer valid, and you decide on every later change.',
    'Kóðinn gildir ekki lengur og þú ákveður um allar breytingar.',
  ],
  'menu.leave': ['Leave the game', 'Yfirgefa leikinn'],
  'menu.leaveText': [
    'Your scores stay on the card. You can come back until the game is locked.',
    'Skorið þitt er áfram á kortinu. Þú getur komið aftur þar til leiknum er læst.',
  ],
  // Banner.
  'banner.offline': ['No signal. Keep scoring.', 'Ekkert samband. Haltu áfram að skrá.'],
  'banner.waiting': [
    { one: '{count} entry waits on this phone.', other: '{count} entries wait on this phone.' },
    { one: '{count} færsla bíður í símanum.', other: '{count} færslur bíða í símanum.' },
  ],
  'banner.storage': [
    'This phone can’t save right now. Keep this page open until your entries are confirmed.',
    'Síminn getur ekki vistað núna. Hafðu síðuna opna þar til færslurnar eru staðfestar.',
  ],
  'banner.kicked': [
    'The host has removed you. What you entered before goes to the host.',
    'Stjórnandinn vísaði þér úr leiknum. Það sem þú skráðir áður fer til hans.',
  ],
  'banner.left': ['You have left this game.', 'Þú hefur yfirgefið leikinn.'],
  'banner.rejoin': ['Come back', 'Koma aftur'],
  'banner.refused': ['{what} didn’t count: {why}', '{what} taldist ekki með: {why}'],
  'banner.edit': ['A change of yours', 'Breyting þín'],
  'banner.entry': ['Your entry for {name} on hole {hole}', 'Skráning þín ({name}, hola {hole})'],
  'banner.disputes': [
    { one: '{count} score differs.', other: '{count} scores differ.' },
    { one: '{count} skor stangast á.', other: '{count} skor stangast á.' },
  ],
  'banner.late': [
    { one: '{count} late entry', other: '{count} late entries' },
    { one: '{count} síðbúin færsla', other: '{count} síðbúnar færslur' },
  ],
  'banner.look': ['Look', 'Skoða'],
  // Entries, in words.
  'at.hole': ['hole {hole}', 'hola {hole}'],
  'at.round': ['round {round}', 'hringur {round}'],
  'at.r': ['R{round}', 'H{round}'],
  'at.name': ['name', 'nafn'],
  'at.par': ['par', 'par'],
  'at.course': ['course', 'völlur'],
  'at.tee': ['tee', 'teigur'],
  'when.now': ['just now', 'rétt í þessu'],
  'when.minutes': [
    { one: '{count} minute ago', other: '{count} minutes ago' },
    { one: 'fyrir {count} mínútu', other: 'fyrir {count} mínútum' },
  ],
  'when.hours': [
    { one: '{count} hour ago', other: '{count} hours ago' },
    { one: 'fyrir {count} klukkustund', other: 'fyrir {count} klukkustundum' },
  ],
  'when.held': ['without signal', 'án sambands'],
  'deed.set': ['{who} entered {value}', '{who} skráði {value}'],
  'deed.confirm': ['{who} confirmed {value}', '{who} staðfesti {value}'],
  'deed.clear': ['{who} cleared it', '{who} hreinsaði reitinn'],
  'deed.late': ['{who} entered {value} too late', '{who} skráði {value} of seint'],
  'deed.apply': ['Late entry applied: {who}, {value}', 'Síðbúin færsla tekin gild: {who}, {value}'],
  'deed.discard': [
    'Late entry discarded: {who}, {value}',
    'Síðbúinni færslu hafnað: {who}, {value}',
  ],
  'event.new': ['{who} made the game', '{who} stofnaði leikinn'],
  'event.join': ['{who} joined', '{who} bættist við'],
  'event.remove': ['{who} went off the card', '{who} fór af kortinu'],
  'event.standing.0': ['{who} came back', '{who} kom aftur'],
  'event.standing.1': ['{who} left the game', '{who} fór úr leiknum'],
  'event.standing.2': ['The host removed {who}', 'Stjórnandinn vísaði frá: {who}'],
  'event.playing': ['Round {round} began', 'Hringur {round} hófst'],
  'event.round_ended': ['Round {round} ended', 'Hring {round} lauk'],
  'event.ended': ['The game ended', 'Leiknum lauk'],
  'event.locked': ['The game was locked', 'Leiknum var læst'],
  'event.host': ['{who} became host', '{who} tók við stjórninni'],
  // Disputes and histories.
  'dispute.open': [
    'Those who entered this hadn’t seen each other’s entry. What is right?',
    'Þau sem skráðu þetta höfðu ekki séð færslu hvers annars. Hvað er rétt?',
  ],
  'dispute.agreed': ['Nobody disagrees here.', 'Hér er enginn ágreiningur.'],
  'dispute.shown': ['On the card now', 'Á kortinu núna'],
  'dispute.right': ['{value} is right', '{value} er rétt'],
  'dispute.settles': [
    'You confirm it: your choice stays on the card even if more entries come from phones ' +
      'without signal.',
    'Þú staðfestir: valið stendur á kortinu þótt fleiri færslur berist frá símum án sambands.',
  ],
  'dispute.player': [
    'Your choice becomes an entry of yours in place of these. The host can still confirm another.',
    'Valið verður færsla frá þér í stað þessara. Stjórnandinn getur samt staðfest aðra.',
  ],
  'dispute.locked': [
    'The game is locked: your choice waits until the host applies it.',
    'Leiknum er læst: valið bíður þess að stjórnandinn taki það gilt.',
  ],
  'dispute.watching': [
    'You are watching. The players settle this.',
    'Þú ert að fylgjast með. Leikmenn útkljá þetta.',
  ],
  'dispute.news': ['Something was entered here meanwhile.', 'Hér var eitthvað skráð á meðan.'],
  'dispute.look': ['Show it', 'Sýna'],
  'history.open': ['All that was entered here', 'Allt sem hér var skráð'],
  'history.of': ['{where}: history', '{where}: saga'],
  'history.asking': ['Asking the server…', 'Spyr þjóninn…'],
  'history.there': ['Oldest first', 'Elst fyrst'],
  'history.failed': [
    'The history is on the server, and that can’t be reached now. It needs signal.',
    'Sagan er á þjóninum og ekki næst í hann núna. Til þess þarf samband.',
  ],
  'history.again': ['Try again', 'Reyna aftur'],
  'history.waits': ['still on this phone', 'enn í þessum síma'],
  'history.disputed': ['people disagreed', 'ágreiningur'],
  'late.title': ['Late entries', 'Síðbúnar færslur'],
  'late.what': [
    'These came too late to count by themselves. Put them on the card, or discard them.',
    'Þessar bárust of seint til að gilda sjálfkrafa. Settu þær á kortið eða hafnaðu þeim.',
  ],
  'late.none': ['No late entries wait.', 'Engar síðbúnar færslur bíða.'],
  'late.host': ['Only the host can do that.', 'Aðeins stjórnandinn getur það.'],
  'late.applied': ['on the card', 'komið á kortið'],
  'late.discarded': ['discarded', 'hafnað'],
  'late.locked': ['The game was locked when it came.', 'Búið var að læsa leiknum.'],
  'late.left': ['{who} had left the game.', '{who} var úr leik.'],
  'late.kicked': ['The host had removed {who}.', 'Stjórnandinn hafði vísað frá: {who}.'],
  'late.removed': ['The player was off the card.', 'Leikmaðurinn var ekki lengur á kortinu.'],
  'late.gone': [
    'The player isn’t on the card, so it won’t show.',
    'Leikmaðurinn er ekki á kortinu, svo þetta sést ekki.',
  ],
  'late.shows': ['On the card now: {value}', 'Á kortinu núna: {value}'],
  'late.apply': ['Put on the card', 'Setja á kortið'],
  'late.discard': ['Discard', 'Hafna'],
  // Result.
  'result.actions': ['Share and keep', 'Deila og geyma'],
  'result.players': ['Player by player', 'Leikmenn'],
  'result.pending': [
    {
      one: '{count} of your entries has not reached the server.',
      other: '{count} of your entries have not reached the server.',
    },
    {
      one: '{count} færsla frá þér hefur ekki borist þjóninum.',
      other: '{count} færslur frá þér hafa ekki borist þjóninum.',
    },
  ],
  'result.away': [
    'Scores are missing, and not all phones are connected ({names}). More may come.',
    'Skor vantar og ekki eru allir símar tengdir ({names}). Fleira gæti borist.',
  ],
  'result.text': ['Share as text', 'Deila sem texta'],
  'result.copied': ['Copied', 'Afritað'],
  'result.csv': ['Download CSV', 'Sækja CSV'],
  'result.print': ['Print', 'Prenta'],
  'result.correct': ['Correct a score', 'Leiðrétta skor'],
  'result.best': ['Best: {hole}, {score} ({over})', 'Best: {hole}, {score} ({over})'],
  'result.missing': [
    { one: '{count} hole without a score', other: '{count} holes without a score' },
    { one: '{count} hola án skors', other: '{count} holur án skors' },
  ],
  'result.host': ['For the host', 'Fyrir stjórnandann'],
  'result.locked': [
    'Locked. Entries that still come wait for you here.',
    'Læst. Færslur sem enn berast bíða þín hér.',
  ],
  'count.eagle': [
    { one: '{count} eagle or better', other: '{count} eagles or better' },
    { one: '{count} örn eða betra', other: '{count} ernir eða betra' },
  ],
  'count.birdie': [
    { one: '{count} birdie', other: '{count} birdies' },
    { one: '{count} fugl', other: '{count} fuglar' },
  ],
  'count.par': [
    { one: '{count} par', other: '{count} pars' },
    { one: '{count} par', other: '{count} pör' },
  ],
  'count.bogey': [
    { one: '{count} bogey', other: '{count} bogeys' },
    { one: '{count} skolli', other: '{count} skollar' },
  ],
  'count.double': ['{count} worse', '{count} verra'],
  'count.ace': [
    { one: '{count} ace', other: '{count} aces' },
    { one: '{count} ás', other: '{count} ásar' },
  ],
  // Tables and files.
  'table.course': ['Course', 'Völlur'],
  'table.date': ['Date', 'Dagsetning'],
  'table.round': ['Round', 'Hringur'],
  'table.place': ['Place', 'Sæti'],
  'table.player': ['Player', 'Leikmaður'],
  'table.total': ['Total', 'Alls'],
  'table.overPar': ['Over par', 'Yfir pari'],
  'table.disputed': ['Disputed', 'Umdeilt'],
  'table.par': ['Par', 'Par'],
  'table.thru': ['Thru', 'Lokið'],
  'table.thruFull': ['Holes played', 'Spilaðar holur'],
  'table.noPlace': ['no place', 'ekkert sæti'],
  'table.unplaced': ['No place: {scored}/{most} holes', 'Ekkert sæti: {scored}/{most} holur'],
  'table.shared': ['shared', 'deilt'],
  // Watching.
  'watch.title': ['Live scores', 'Staðan í beinni'],
  'watch.live': ['Live', 'Í beinni'],
  'watch.lost': ['No connection. Trying again…', 'Ekkert samband. Reyni aftur…'],
  'watch.connecting': ['Connecting…', 'Tengist…'],
  'watch.notFound': [
    'No open game has the code {code}. It may not have begun yet, or is locked. ' +
      'This page keeps looking.',
    'Enginn opinn leikur er með kóðann {code}. Kannski er hann ekki hafinn eða honum hefur ' +
      'verið læst. Síðan heldur áfram að leita.',
  ],
  'watch.noCode': ['“{code}” isn’t a code.', '„{code}“ er ekki kóði.'],
  'watch.stopped': [
    'This game can’t be watched now.',
    'Ekki er hægt að fylgjast með þessum leik núna.',
  ],
  'watch.tooMany': [
    'The board has room for {count} games only.',
    'Taflan rúmar ekki fleiri en {count} leiki.',
  ],
  'watch.pause': ['Stop scrolling', 'Stöðva skrun'],
  'watch.scroll': ['Scroll on', 'Skruna áfram'],
  'watch.leads': ['In the lead: {names}, {over}.', 'Í forystu: {names}, {over}.'],
  // Replay.
  'replay.title': ['Replay', 'Endurspilun'],
  'replay.controls': ['Playback', 'Afspilun'],
  'replay.slider': ['Entry', 'Færsla'],
  'replay.holeBack': ['Previous hole', 'Fyrri hola'],
  'replay.entryBack': ['Previous entry', 'Fyrri færsla'],
  'replay.entryNext': ['Next entry', 'Næsta færsla'],
  'replay.holeNext': ['Next hole', 'Næsta hola'],
  'replay.play': ['Play', 'Spila'],
  'replay.pause': ['Pause', 'Hlé'],
  'replay.step': ['{at} of {count}', '{at} af {count}'],
  'replay.done': ['last finished: {hole}', 'síðast lokið: {hole}'],
  'replay.log': ['Last entries', 'Síðustu færslur'],
};

/** @type {'en' | 'is'} */
let language = 'en';

export const currentLanguage = () => language;

/** @param {string | null} chosen null: the browser's */
export function setLanguage(chosen) {
  const wanted = chosen ?? navigator.languages.find((each) => /^(en|is)\b/.test(each)) ?? 'en';
  language = wanted.startsWith('is') ? 'is' : 'en';
  document.documentElement.lang = language;
}

const isOne = (count) =>
  language === 'en' ? count === 1 : count % 10 === 1 && count % 100 !== 11;

/**
 * @param {string} key of `STRINGS`
 * @param {Object<string, string | number>} [values] for the places in braces
 */
export function t(key, values = {}) {
  const texts = STRINGS[key];
  if (!texts) return key;
  const text = texts[language === 'en' ? 0 : 1];
  const chosen = typeof text === 'string' ? text : isOne(values.count) ? text.one : text.other;
  return chosen.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}
