// The texts of the screens on which people see to their own account, in Icelandic; see strings.js.

/** @type {Object<string, import('./strings.js').Text>} */
export const STRINGS = {
  // Overview.
  'account.saved': 'Vistað',
  'privacy.note': 'Hvað er geymt, hvers vegna og hve lengi',
  // User names and passwords.
  'email.isRight': 'þitt',
  'email.waits': 'bíður eftir hlekknum í póstinum',
  'email.change': 'Breyta netfangi',
  'email.remove': 'Fjarlægja netfang',
  'email.wrong': 'Þetta er ekki netfang.',
  'email.sent': 'Póstur er á leiðinni. Opnaðu hlekkinn í honum.',
  // Recovery codes.
  'codes.new': 'Nýir varakóðar',
  'codes.newText': 'Þeir sem þú ert með falla þá úr gildi.',
  // Games that were played before.
  'take.taken': 'Leikir sem þú tókst með',
  'take.backText': 'Það sem þú skilar er ekki hægt að taka með aftur.',
  'take.back': 'Skila því sem ég tók {date}',
  'take.backDone': 'Skilað.',
  // Another device.
  'link.show': 'Lestu þetta með myndavél hins tækisins.',
  'link.picture': 'QR-kóði sem skráir annað tæki inn',
  'link.twoMinutes': 'Gildir í tvær mínútur, einu sinni, og aðeins ef þú segir já hér.',
  'link.share': 'Deila sem hlekk',
  'link.noPicture': 'Ekki er hægt að teikna QR-kóðann núna. Hlekkurinn gerir sama gagn.',
  'link.again': 'Nýr QR-kóði',
  'link.wants': '{label} vill komast inn.',
  'link.sure': 'Er það tækið fyrir framan þig? Það getur þá allt sem þú getur.',
  'link.yes': 'Hleypa inn',
  'link.no': 'Nei',
  'link.letIn': 'Það er komið inn.',
  'link.refused': 'Því var ekki hleypt inn.',
  // Friends.
  'friends.byName': 'Með notandanafni eða nafni',
  'friends.found': 'Fundust',
  'friends.self': 'Þetta ert þú.',
  'friends.ask': 'Biðja',
  'friends.wanted': 'Vilja verða vinir',
  'friends.more': '{name}: meira',
  'friends.blocked': 'Fólk sem lokað er á',
  'friends.show': 'Sýna QR-kóðann minn',
  'friends.young':
    'Aðeins með QR-kóða, því einhver þarf að samþykkja fyrir þig: sýndu hann fólki sem þú þekkir.',
  'friends.look': 'Skoða síðuna',
  'friends.remove': 'Taka úr vinahópnum: {name}',
  'friends.removeText': 'Þið getið ekki lengur boðið hvort öðru. {name} fær ekki að vita af þessu.',
  'friends.removed': 'Ekki lengur í vinahópnum: {name}.',
  'friends.block': 'Loka á: {name}',
  'friends.blockText': '{name} nær ekki lengur til þín og fær ekki að vita af því.',
  'friends.isBlocked': 'Lokað á: {name}.',
  'friends.blockedText': 'Ekkert berst frá þeim og þau fá ekki að vita af því.',
  'friends.noneBlocked': 'Ekki er lokað á neinn.',
  'friends.unblock': 'Opna aftur',
  'friends.showText': 'Hver sem les þetta með myndavél verður vinur þinn.',
  'friends.endLink': 'Ógilda hlekkinn',
  'friends.linkEnded': 'Hlekkurinn gildir ekki lengur.',
  'friends.picture': 'QR-kóði sem gerir ykkur að vinum',
  // Signing out.
  'signOut.text': 'Tækið gleymir aðganginum þínum. Aðgangurinn og leikirnir eru áfram til.',
  'signOut.codes': 'Þú hefur ekki enn séð varakóðana þína. Þeir glatast við þetta.',
  'signOut.notes':
    'Þjónninn hefur ekki fengið allt sem þú hefur skráð um velli. Það hverfur við útskráningu.',
  'signOut.waits': {
    one: '{count} færsla á tækinu hefur ekki borist þjóninum. Hún bíður hér þar til þú skráir þig aftur inn.',
    other: '{count} færslur á tækinu hafa ekki borist þjóninum. Þær bíða hér þar til þú skráir þig aftur inn.',
  },
  'signOut.lost': { one: '{count} færsla tapast.', other: '{count} færslur tapast.' },
  'signOut.remove': {
    one: 'Fjarlægja líka leikinn minn úr tækinu',
    other: 'Fjarlægja líka {count} leiki mína úr tækinu',
  },
  'signOut.done': 'Útskráningu lokið.',
  // Profile.
  'profile.name': 'Nafn á kortinu',
  'profile.nameHint': 'Í leikjum héðan í frá.',
  'profile.fullName': 'Fullt nafn (ef þú vilt)',
  'profile.fullNameHint': 'Vinir sjá það.',
  'profile.colour': 'Mynd',
  'profile.colourIs': 'Litur {number}',
  'profile.visibility': 'Hverjir sjá síðuna þína',
  'profile.sees.0': 'Vinir',
  'profile.seesNote.0': 'Og þau sem ég spila með.',
  'profile.sees.1': 'Öll sem eru skráð inn',
  'profile.seesNote.1': 'Þau finna mig með nafninu.',
  'profile.sees.2': 'Allir',
  'profile.seesNote.2': 'Líka á netinu, án aðgangs.',
  'profile.look': 'Skoða síðuna mína',
  // First screen.
  'first.text': 'Leikir í gangi eru alltaf efst.',
  'first.play': 'Nýr leikur',
  'first.join': 'Taka þátt með kóða',
  'first.past': 'Fyrri leikir',
  'first.again': 'Nýr leikur á síðasta velli',
  'first.friends': 'Vinir',
  'first.up': '{what}: ofar',
  'first.down': '{what}: neðar',
  'first.usual': 'Eins og í upphafi',
  // Ways in.
  'ways.passkeys': 'Aðgangslyklar',
  'ways.passkeysText': 'Fingur, andlit eða PIN símans. Ekkert að muna og engu að stela.',
  'ways.addPasskey': 'Bæta við aðgangslykli',
  'ways.since': 'frá {date}',
  'ways.remove': 'Fjarlægja',
  'ways.removeText': 'Enginn kemst lengur inn með þessu.',
  'ways.last': 'Þetta er síðasta leiðin þín inn fyrir utan varakóða og tæki sem eru skráð inn.',
  'ways.removed': 'Fjarlægt',
  'ways.hasPassword': 'Þú ert með lykilorð.',
  'ways.noPassword': 'Þú ert ekki með lykilorð.',
  'ways.setPassword': 'Velja lykilorð',
  'ways.changePassword': 'Breyta lykilorði',
  'ways.removePassword': 'Fjarlægja lykilorð',
  'ways.passwordSet': 'Nýja lykilorðið gildir héðan í frá.',
  'ways.codes': 'Varakóðar',
  'ways.codesText': 'Fimm kóðar til að prenta, ef allt annað týnist.',
  // Devices.
  'devices.this': 'þetta tæki',
  'devices.seen': 'síðast séð {date}',
  'devices.rename': 'Endurnefna',
  'devices.name': 'Nafn tækisins',
  'devices.noName': 'Hvað heitir það?',
  'devices.out': 'Skrá út',
  'devices.outText': 'Tækið getur ekki lengur spilað fyrir þig. Færslur sem á eftir að senda bíða þar.',
  'devices.outOthers': 'Skrá öll hin út',
  'devices.add': 'Bæta við tæki',
  // Games with friends.
  'person.none': 'Enginn með þessu nafni sýnir sig hér.',
  'person.games': { one: '{count} leikur', other: '{count} leikir' },
  'person.since': 'hér síðan {date}',
  // A guest's column.
  'columns.title': 'Þetta er ég',
  'columns.which': 'Hver spilaði án síma og er nú með aðgang?',
  'columns.show': 'Sá sem les þetta fyrst og er með aðgang fær dálkinn: {name}.',
  'columns.days': 'Gildir í 30 daga. Þú færð að vita af því og getur snúið því við jafn lengi.',
  'columns.picture': 'QR-kóði sem gefur dálk gests',
  'columns.ask': 'Varst þetta þú? Þá er dálkurinn í leikjunum þínum héðan í frá, með öllum hringjum.',
  'columns.yours': 'Hann er þinn.',
  'columns.taken': 'Annar á hann þegar.',
  'columns.other': 'Þú átt annan dálk í leiknum.',
  'columns.open': 'Leiknum er ekki lokið: taktu þátt og segðu þar hvaða dálkur er þinn.',
  'columns.gone': 'Hann er ekki lengur til.',
  'columns.done': 'Hann er nú í leikjunum þínum.',
  // One's own data.
  'data.text': 'Allt sem er geymt um þig, sem skrá.',
  'data.json': 'Allt sem JSON',
  'data.csv': 'Skor sem CSV',
  'data.saved': 'Skráin er meðal niðurhala.',
  'keys.title': 'Lyklar fyrir forrit',
  'keys.note': 'Leyfðu forriti að lesa leikina þína',
  'keys.text': 'Hver sem hefur slíkan lykil getur lesið það sem er þitt en engu breytt.',
  'keys.once': 'Þetta er lykillinn. Hann sést bara núna.',
  'keys.label': 'Til hvers er hann?',
  'keys.labelHint': 'Svo þú vitir síðar hvern á að fjarlægja.',
  'keys.add': 'Búa til lykil',
  'keys.removeText': 'Forritið getur ekki lesið lengur.',
  'erase.title': 'Eyða aðganginum',
  'erase.note': 'Fyrir fullt og allt',
  'erase.goes': 'Þetta hverfur',
  'erase.goes.account': 'Aðgangurinn: nöfn, notandanafn, netfang, stillingar',
  'erase.goes.devices': 'Innskráning á öllum tækjum',
  'erase.goes.passkeys': 'Aðgangslyklar, lykilorð og varakóðar',
  'erase.goes.friends': 'Vinir og vinabeiðnir',
  'erase.goes.keys': 'Lyklar fyrir forrit',
  'erase.goes.invitations': 'Boð sem bíða',
  'erase.goes.names': 'Nafnið þitt í öllum leikjum: þar stendur „Leikmaður 2“ í staðinn',
  'erase.goes.courses': 'Vellir sem þú sýnir með tengli og ummæli þín',
  'erase.stays': 'Þetta verður eftir',
  'erase.stays.names_in_games': 'Nafnið þitt á kortum leikjanna þinna',
  'erase.stays.scores': 'Tölurnar á kortum leikjanna þinna, án nafns',
  'erase.stays.games_of_others': 'Skorkort hinna, eins og þau eru',
  'erase.stays.course_changes': 'Það sem þú hefur breytt í völlum, án nafns',
  'erase.stays.backups': 'Afrit þjónsins þar til ný koma í staðinn; úr þeim kemur ekkert aftur',
  'erase.stays.phones': 'Það sem símar annarra geyma, þar til þeir tengjast aftur',
  'erase.export': 'Taka gögnin með fyrst',
  'erase.phone': 'Fjarlægja leikina mína líka úr þessum síma',
  'erase.type': 'Sláðu inn {handle} til að eyða',
  'erase.wrong': 'Þetta er ekki notandanafnið þitt.',
  'erase.do': 'Eyða fyrir fullt og allt',
  'erase.done': 'Eytt',
  'erase.doneText': 'Aðganginum hefur verið eytt. Þú getur haldið áfram að spila án hans.',
  // Support.
  'write.label': 'Hvað viltu segja?',
  'write.why': 'Ósk, villa eða þakkir. Fólk les þetta og sér ekki hver þú ert nema þú segir það.',
  'write.hint': 'Ekkert svar berst nema þú segir hvert.',
  'write.long': 'Þetta er of langt.',
  'write.send': 'Senda',
  'write.sent': 'Takk. Þetta komst til skila.',
  // For a password.
  'password.list':
    'afi afl akur alda aldin amma andi angan api arfur armur aska askur auga aur ausa austur ' +
    'bak bakki bali banani band bangsi barmur barn baugur baun bein bekkur belgur belti ber ' +
    'berg bil birki birta biti bjalla bjarg bjartur blanda bleikur blek blik bogi bolli bolti ' +
    'borg botn bragur brekka bretti brim bros brum brunnur buna burkni buxur bygg bylgja bylur ' +
    'dagur dalur dans diskur djarfur dropi drottning dufl dvergur dyr efni egg eldur elgur engi ' +
    'engill epli erindi eyja eyra fagur faldur fang farmur fata feldur fell fengur ferja ' +
    'ferskur festi fiskur fjall fjara fjarki flak flaska fleki flekkur floti flug fluga folald ' +
    'foli form foss frakki fregn frelsi frost fugl fundur funi fura gaffall galdur gaman ganga ' +
    'garn gata gaukur gaupa geimur geisli gestur gil gildi gjall glampi glas gler glit gluggi ' +
    'gola golf grandi gras grautur grein greni grind gripur grunnur gull gulur gustur hafur ' +
    'hagi hagl haka hali hamar hamur harpa hattur haugur haust heild heimur heitur hella hellir ' +
    'helgi hestur hetja hey himinn hirsla hjalli hjarn hjarta hlaup hlekkur hleri hlutur hlynur ' +
    'hnappur hneta hnota hnykill hola holt hopp horn hrafn hraun hreinn hringur hross hryggur ' +
    'hugur humall humar hundur hvalur hvass hvellur hver hylur hyrna ilmur jakki jaki jarl jata ' +
    'jeppi jurt kaffi kaka kaktus kaldur kambur kanna kappi karfa karl kartafla kassi kast ' +
    'kastali keila kelda kerra kerti ketill kind kinn kisa kista kjarkur kjarni kjarr klaki ' +
    'klettur klif klukka knapi koddi kofi kol kollur kopar korkur korn kostur kraftur kragi ' +
    'krani krans kringla kross krukka krummi kubbur kufl kuldi kvak kvika kvistur lag laki lamb ' +
    'lampi land langur lauf laug laukur lax leikur leir lerki lest letur lilja lind linsa list ' +
    'litur loft logi lok lukka lundi lurkur lyfta lykill lyng magn mandla mark marr mastur ' +
    'matur maur melur mergur merki metri minni mold moli mosi motta mugga munnur mylla mylsna ' +
    'mynd mynt myrkur nafn nagli nes nesti net netla nisti norn nykur oddur ofn orf orgel orka ' +
    'ormur ostur otur pakki panna pappi partur penni pera perla pils pipar plan planki plata ' +
    'poki pollur pottur prik prins pumpa punktur pylsa raf raki rammi refur regn reipi rekkja ' +
    'rella renna rif risi rista rit rok rolla runni ryk saft saga salat salt salur sandur ' +
    'saumur segl selja selur setur silfur silki silungur sirkus skafl skari skart skata skel ' +
    'skemma sker skinn skip skjal skott skref skrift skuggi skurn smali snagi snerta snigill ' +
    'snilld sokkur sopi spegill spil spjald spor spotti sproti stafur stallur stapi starf ' +
    'starri staur steinn stell sterkur stigi stimpill stirni stofa stofn storkur stormur ' +
    'straumur strigi strokkur stubbur stund sturta stykki styrkur sulta sumar sund svalur ' +
    'svampur svanur svar svartur svefn sveit svell sveppur svif svipur sykur tafl tagl takki ' +
    'tangi tappi taska taug taumur teinn teppi tigull timbur tindur tinna tjald tjara togari ' +
    'toppur torf torg trefill trilla tromma trumba tunga tungl tunna turn tuska tvinni ugla ull ' +
    'undur ungur upphaf vagga vagn vaka valur vangi vatn vax vefur veggur veisla verk vestur ' +
    'vetur vika vikur vindur vinna vinur viti vitur vogur von vor vottur ylur yndi',
};
