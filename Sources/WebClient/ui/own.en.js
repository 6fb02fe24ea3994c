// The texts of the screens on which people see to their own account, in English; see strings.js.

/** @type {Object<string, import('./strings.js').Text>} */
export const STRINGS = {
  // Overview.
  'account.saved': 'Saved',
  'privacy.note': 'What is stored, why, and for how long',
  // User names and passwords.
  'email.isRight': 'yours',
  'email.waits': 'waits for the link in the mail',
  'email.change': 'Change the e-mail',
  'email.remove': 'Remove the e-mail',
  'email.wrong': 'That isn’t an e-mail address.',
  'email.sent': 'Open the link in the mail that is on its way.',
  // Recovery codes.
  'codes.new': 'New recovery codes',
  'codes.newText': 'The ones you have end with that.',
  // Games that were played before.
  'take.taken': 'Games taken along',
  'take.backText': 'What you give back can’t be taken along a second time.',
  'take.back': 'Give back what I took on {date}',
  'take.backDone': 'Given back.',
  // Another device.
  'link.show': 'Read this with the camera of the other device.',
  'link.picture': 'QR code that signs another device in',
  'link.twoMinutes': 'It is good for two minutes, once, and only if you say yes here.',
  'link.share': 'Share as a link',
  'link.noPicture': 'The QR code can’t be drawn now. The link does the same.',
  'link.again': 'New QR code',
  'link.wants': '{label} wants in.',
  'link.sure': 'Is that the device in front of you? It can then do all that you can.',
  'link.yes': 'Let it in',
  'link.no': 'No',
  'link.letIn': 'It is in.',
  'link.refused': 'It stays outside.',
  // Friends.
  'friends.byName': 'By user name or name',
  'friends.found': 'Found',
  'friends.self': 'That is you.',
  'friends.ask': 'Ask',
  'friends.wanted': 'Would like to be friends',
  'friends.more': '{name}: more',
  'friends.blocked': 'Blocked people',
  'friends.show': 'Show my QR code',
  'friends.young': 'By QR code only, because somebody has to agree for you: show it to people you know.',
  'friends.look': 'Their page',
  'friends.remove': 'Remove {name}',
  'friends.removeText': 'You can’t invite each other any more. {name} isn’t told.',
  'friends.removed': '{name} is no friend any more.',
  'friends.block': 'Block {name}',
  'friends.blockText': 'Nothing from {name} reaches you any more, and nobody is told.',
  'friends.isBlocked': '{name} is blocked.',
  'friends.blockedText': 'Nothing comes from them, and they aren’t told.',
  'friends.noneBlocked': 'Nobody is blocked.',
  'friends.unblock': 'Unblock',
  'friends.showText': 'Whoever reads this with a camera becomes your friend.',
  'friends.endLink': 'End this link',
  'friends.linkEnded': 'That link isn’t good any more.',
  'friends.picture': 'QR code that makes friends',
  // Signing out.
  'signOut.text': 'This device forgets your account. The account and its games stay.',
  'signOut.codes': 'You haven’t seen your recovery codes yet. They are lost with that.',
  'signOut.notes':
    'The server hasn’t got all that you have noted of courses. That goes with signing out.',
  'signOut.waits': {
    one: '{count} entry on this device hasn’t reached the server. It waits here until you sign in again.',
    other: '{count} entries on this device haven’t reached the server. They wait here until you sign in again.',
  },
  'signOut.lost': { one: '{count} entry will be lost.', other: '{count} entries will be lost.' },
  'signOut.remove': {
    one: 'Also remove my game from this device',
    other: 'Also remove my {count} games from this device',
  },
  'signOut.done': 'Signed out.',
  // Profile.
  'profile.name': 'Name on the card',
  'profile.nameHint': 'In games from now on.',
  'profile.fullName': 'Full name (if you like)',
  'profile.fullNameHint': 'Friends see it.',
  'profile.colour': 'Picture',
  'profile.colourIs': 'Colour {number}',
  'profile.visibility': 'Who sees your page',
  'profile.sees.0': 'Friends',
  'profile.seesNote.0': 'And those I play with.',
  'profile.sees.1': 'Whoever is signed in',
  'profile.seesNote.1': 'They find me by my name.',
  'profile.sees.2': 'Everyone',
  'profile.seesNote.2': 'Also on the internet, without an account.',
  'profile.look': 'Look at my page',
  // First screen.
  'first.text': 'Games that go on always stand at the top.',
  'first.play': 'New game',
  'first.join': 'Join by code',
  'first.past': 'Past games',
  'first.again': 'New game where I played last',
  'first.friends': 'Friends',
  'first.up': '{what}: further up',
  'first.down': '{what}: further down',
  'first.usual': 'As at the beginning',
  // Ways in.
  'ways.passkeys': 'Passkeys',
  'ways.passkeysText': 'A finger, a face or a PIN of your phone. Nothing to remember or to steal.',
  'ways.addPasskey': 'Add a passkey',
  'ways.since': 'since {date}',
  'ways.remove': 'Remove',
  'ways.removeText': 'It lets nobody in any more.',
  'ways.last': 'It is your last way in beside recovery codes and the devices that are signed in.',
  'ways.removed': 'Removed',
  'ways.hasPassword': 'You have a password.',
  'ways.noPassword': 'You have no password.',
  'ways.setPassword': 'Set a password',
  'ways.changePassword': 'Change the password',
  'ways.removePassword': 'Remove the password',
  'ways.passwordSet': 'The new password is good from now on.',
  'ways.codes': 'Recovery codes',
  'ways.codesText': 'Five, to print, for when all else is lost.',
  // Devices.
  'devices.this': 'this device',
  'devices.seen': 'last seen {date}',
  'devices.rename': 'Rename',
  'devices.name': 'Name of the device',
  'devices.noName': 'What is it called?',
  'devices.out': 'Sign out',
  'devices.outText': 'It can’t play for you any more. What was entered there and not sent yet waits there.',
  'devices.outOthers': 'Sign out all others',
  'devices.add': 'Add a device',
  // Games with friends.
  'person.none': 'Nobody of that name shows themselves here.',
  'person.games': { one: '{count} game', other: '{count} games' },
  'person.since': 'here since {date}',
  // A guest's column.
  'columns.title': 'This is me',
  'columns.which': 'Who played without a phone, and has an account now?',
  'columns.show': 'Whoever reads this first, and has an account, has the column of {name} from then on.',
  'columns.days': 'It is good for 30 days. You are told, and can undo it as long.',
  'columns.picture': 'QR code that gives a guest’s column away',
  'columns.ask': 'Was that you? Then it is in your games from now on, with all its rounds.',
  'columns.yours': 'It is yours.',
  'columns.taken': 'It is somebody else’s already.',
  'columns.other': 'You have another column in that game.',
  'columns.open': 'That game isn’t over: join it, and say there which column is yours.',
  'columns.gone': 'It isn’t there any more.',
  'columns.done': 'It is in your games now.',
  // One's own data.
  'data.text': 'All that is kept about you, as a file.',
  'data.json': 'All as JSON',
  'data.csv': 'Scores as CSV',
  'data.saved': 'The file is among your downloads.',
  'keys.title': 'Keys for programs',
  'keys.note': 'Let a program read your games',
  'keys.text': 'Whoever has such a key can read what is yours, and change nothing.',
  'keys.once': 'This is the key. It is shown only now.',
  'keys.label': 'What is it for?',
  'keys.labelHint': 'So that you know later which one to remove.',
  'keys.add': 'Make a key',
  'keys.removeText': 'The program can’t read any more.',
  'erase.title': 'Erase my account',
  'erase.note': 'For good',
  'erase.goes': 'This goes',
  'erase.goes.account': 'Your account: names, user name, e‑mail, settings',
  'erase.goes.devices': 'The sign-in on all devices',
  'erase.goes.passkeys': 'Passkeys, password and recovery codes',
  'erase.goes.friends': 'Your friends, and requests to become some',
  'erase.goes.keys': 'Keys for programs',
  'erase.goes.invitations': 'Invitations that wait',
  'erase.goes.names': 'Your name in all games: “Player 2” stands there instead',
  'erase.goes.courses': 'Courses you show by link, and your comments',
  'erase.stays': 'This stays',
  'erase.stays.names_in_games': 'Your name on the cards of your games',
  'erase.stays.scores': 'The numbers on the cards of your games, without your name',
  'erase.stays.games_of_others': 'The other players’ cards, as they are',
  'erase.stays.course_changes': 'What you have changed in courses, without your name',
  'erase.stays.backups': 'Copies of the server, until they are replaced; from them nothing comes back',
  'erase.stays.phones': 'What other people’s phones have kept, until they are online again',
  'erase.export': 'Take your data along first',
  'erase.phone': 'Remove my games from this phone too',
  'erase.type': 'Type {handle} to erase it',
  'erase.wrong': 'That isn’t your user name.',
  'erase.do': 'Erase for good',
  'erase.done': 'Erased',
  'erase.doneText': 'Your account is gone. You can go on playing without one.',
  // Support.
  'write.label': 'What would you like to say?',
  'write.why': 'A wish, a mistake, a thank you. People read it, and don’t see who you are unless you say so.',
  'write.hint': 'No answer comes unless you say where to.',
  'write.long': 'That is too long.',
  'write.send': 'Send',
  'write.sent': 'Thank you. It has arrived.',
  // For a password.
  'password.list':
    'acorn amber anchor apple april apron arch arrow ash aspen atlas aunt autumn badge bagel ' +
    'bakery balcony ball bamboo banana bank barn barrel basin basket bat bay beach bead beam bean ' +
    'bear beaver bed bee bell belt bench berry bike birch bird biscuit blanket blossom blue boat ' +
    'bolt bone book boot bottle bowl box branch brass bread breeze brick bridge broom brook brown ' +
    'brush bucket bud bus bush butter button cabin cable cactus cake calm camel camera camp candle ' +
    'canoe canvas canyon cape card carpet carrot cart castle cat cave cedar cello chain chair ' +
    'chalk cheese cherry chess chest chimney circle city clay clever cliff clock cloud clover ' +
    'coal coast coat cobalt coffee coin comb comet copper coral cork corn corner cotton cousin ' +
    'cradle crane crayon creek crown cube cup curtain dairy daisy dance dawn deer delta desert ' +
    'desk dew dish disc dock doll dolphin door dove dragon drawer dream drift drum duck dune dusk ' +
    'eagle earth east easy echo eel egg elbow elm ember emerald engine fable falcon fan farm ' +
    'feast feather fence fern ferry field fig finch fir fire fish flag flame flax fleet flint ' +
    'float flock flour flute fog forest fork fox frame frost fruit garden garlic gate ginger ' +
    'glass globe glove goat gold goose grain grape grass gravel green guitar gull hammer hamper ' +
    'harbor harp hat hawk hay hazel heart hedge helmet hen herb heron hill hinge honey hood hook ' +
    'horn horse house hut ice igloo iris iron island ivory ivy jacket jade jam jar jazz jeans ' +
    'jelly jet jewel juice jungle kettle key kiosk kite kitten kiwi knot ladder lake lamb lamp ' +
    'lantern larch lark laurel lava lawn leaf lemon lens letter lily lime linen lion lizard loaf ' +
    'lobster lock loft log loom lotus lunch lynx magnet mango map maple marble march market marsh ' +
    'mask mast meadow melon metal milk mill mint mirror mitten moon moose morning moss moth ' +
    'mountain mouse mug museum music mustard napkin needle nest net nickel night north nut oak ' +
    'oar oasis oat ocean olive onion opal orange orbit orchard otter oven owl oyster paddle page ' +
    'paint palm panda paper park parrot parsley pasta path peach peacock peanut pear pearl pebble ' +
    'pencil pepper petal piano picnic pigeon pillow pilot pine pink pipe plaid planet plate plum ' +
    'pocket pond pony poplar poppy porch potato powder prairie pumpkin puppet purple puzzle quail ' +
    'quartz quiet quilt quince rabbit radio radish raft rain raisin ranch raven reed reef ribbon ' +
    'rice ring river road robin rock rocket roof root rope rose ruby rug saddle saffron sage sail ' +
    'salad salmon salt sand satin scarf school sea seal seed shadow sheep shell ship shoe shore ' +
    'shovel silk silver sky sled sleeve slope smoke snail snow soap sock sofa soup south spark ' +
    'sparrow spice spider spoon spring spruce square squid stable stair star steam steel stone ' +
    'storm stove straw stream street sugar summer sun swan sweet swift table talent tea temple ' +
    'tent thimble thistle thread thunder ticket tide tiger timber toast tomato tower trail train ' +
    'tree trumpet tulip tunnel turtle valley vanilla velvet village vine violet violin walnut ' +
    'water wave wheat wheel whistle willow wind window winter wolf wood wool yarn yellow zebra',
};
