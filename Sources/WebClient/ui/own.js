// The screens on which people see to their own account, which are seldom opened.

export * as columns from './screens/columns.js';
export * as devices from './screens/devices.js';
export * as firstScreen from './screens/first-screen.js';
export * as friendList from './screens/friend-list.js';
export * as ownData from './screens/own-data.js';
export * as personPage from './screens/person-page.js';
export * as profile from './screens/profile.js';
export * as signOut from './screens/sign-out.js';
export * as waysIn from './screens/ways-in.js';
export * as write from './screens/write.js';
