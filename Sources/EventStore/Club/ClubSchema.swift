import Club
import Courses

/// The tables of accounts, beside the logs in one file.
///
///     accounts                   whom persons belong to
///     persons                    the owner of each
///     devices, keys              where an account is signed in
///     passkeys, recovery_codes   ways in
///     friends, friend_requests, friend_links, blocks
///     invitations                the inboxes
///     suggestions                texts to the operator
///     erased_persons             who must not come back
///     column_claims              whose the columns of locked games are
///     seats                      the lobbies that each person has joined, account or not
///
/// Each row has a checksum, as those of the logs have. The statements are such that PostgreSQL
/// understands them too, but for the types' names and its own way to number parameters; there texts
/// need the collation "C".
enum ClubSchema {
    static let rowTypes: [any ClubRow.Type] = [
        Account.self, LinkedPerson.self, Device.self, DeviceKeyRow.self, PasskeyRow.self,
        RecoveryRow.self, Friendship.self, FriendRequest.self, FriendLink.self, Block.self,
        Invitation.self, Suggestion.self, ErasedPerson.self, LobbySeat.self, ColumnClaim.self,
        Course.self, LayoutRow.self, LayoutVersionRow.self, ResultRow.self, ResultKeyRow.self,
        Projection.self, ResultStampRow.self, SharedCourse.self, CourseRoleRow.self,
        CourseProposal.self, CourseComment.self, CourseMatch.self,
    ]

    static let accounts = """
        CREATE TABLE accounts (
            account BLOB NOT NULL PRIMARY KEY CHECK (length(account) = 16),
            handle TEXT NOT NULL, name TEXT NOT NULL, full_name TEXT NOT NULL,
            main_person BLOB NOT NULL, password TEXT, email TEXT,
            email_verified INTEGER NOT NULL, visibility INTEGER NOT NULL, age INTEGER NOT NULL,
            language TEXT, settings TEXT NOT NULL, version INTEGER NOT NULL,
            created_ms INTEGER NOT NULL, changed_ms INTEGER NOT NULL, checksum INTEGER NOT NULL,
            name_folded TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX accounts_handle ON accounts (handle);
        CREATE UNIQUE INDEX accounts_email ON accounts (email) WHERE email_verified = 1;
        CREATE INDEX accounts_seen_handle ON accounts (handle, visibility) WHERE visibility > 0;
        CREATE INDEX accounts_seen_name ON accounts (name_folded, visibility) WHERE visibility > 0;
        CREATE TABLE persons (
            person BLOB NOT NULL PRIMARY KEY CHECK (length(person) = 16),
            account BLOB NOT NULL, added_ms INTEGER NOT NULL, device BLOB,
            checksum INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX persons_account ON persons (account);
        CREATE TABLE devices (
            device BLOB NOT NULL PRIMARY KEY CHECK (length(device) = 16),
            account BLOB NOT NULL, label TEXT NOT NULL, scope INTEGER NOT NULL,
            created_ms INTEGER NOT NULL, seen_day INTEGER NOT NULL, checksum INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX devices_account ON devices (account);
        CREATE TABLE keys (
            key BLOB NOT NULL PRIMARY KEY CHECK (length(key) = 16),
            account BLOB, device BLOB, retired_ms INTEGER, checksum INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX keys_account ON keys (account, retired_ms);
        CREATE TABLE passkeys (
            credential BLOB NOT NULL PRIMARY KEY, account BLOB NOT NULL,
            public_key BLOB NOT NULL, algorithm INTEGER NOT NULL, counter INTEGER NOT NULL,
            backup_eligible INTEGER NOT NULL, label TEXT NOT NULL, created_ms INTEGER NOT NULL,
            used_day INTEGER, checksum INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX passkeys_account ON passkeys (account);
        CREATE TABLE recovery_codes (
            account BLOB NOT NULL, code BLOB NOT NULL, checksum INTEGER NOT NULL,
            PRIMARY KEY (account, code)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE friends (
            low BLOB NOT NULL, high BLOB NOT NULL, since_ms INTEGER NOT NULL,
            checksum INTEGER NOT NULL, PRIMARY KEY (low, high)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX friends_high ON friends (high);
        CREATE TABLE friend_requests (
            asked BLOB NOT NULL, asker BLOB NOT NULL, asked_ms INTEGER NOT NULL,
            checksum INTEGER NOT NULL, PRIMARY KEY (asked, asker)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX friend_requests_asker ON friend_requests (asker);
        CREATE TABLE friend_links (
            link BLOB NOT NULL PRIMARY KEY CHECK (length(link) = 16), account BLOB NOT NULL,
            secret_hash BLOB NOT NULL, expires_ms INTEGER NOT NULL, checksum INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX friend_links_secret ON friend_links (secret_hash);
        CREATE INDEX friend_links_account ON friend_links (account);
        CREATE TABLE blocks (
            account BLOB NOT NULL, blocked BLOB NOT NULL, since_ms INTEGER NOT NULL,
            checksum INTEGER NOT NULL, PRIMARY KEY (account, blocked)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX blocks_blocked ON blocks (blocked);
        CREATE TABLE invitations (
            invited BLOB NOT NULL, invitation BLOB NOT NULL, inviter BLOB NOT NULL,
            lobby BLOB NOT NULL, door BLOB, course TEXT NOT NULL, sent_ms INTEGER NOT NULL,
            checksum INTEGER NOT NULL, PRIMARY KEY (invited, invitation)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX invitations_inviter ON invitations (inviter);
        CREATE INDEX invitations_lobby ON invitations (lobby);
        CREATE TABLE suggestions (
            suggestion BLOB NOT NULL PRIMARY KEY CHECK (length(suggestion) = 16),
            text TEXT NOT NULL, language TEXT, sent_ms INTEGER NOT NULL,
            checksum INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX suggestions_sent ON suggestions (sent_ms);
        CREATE TABLE erased_persons (
            person BLOB NOT NULL PRIMARY KEY CHECK (length(person) = 16),
            erased_ms INTEGER NOT NULL, checksum INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// A person's seats lie in the order in which they were taken.
    static let seats = """
        CREATE TABLE seats (
            person BLOB NOT NULL, since_ms INTEGER NOT NULL, lobby BLOB NOT NULL,
            checksum INTEGER NOT NULL, PRIMARY KEY (person, since_ms, lobby)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX seats_lobby ON seats (lobby, person);
        """

    static let columnClaims = """
        CREATE TABLE column_claims (
            lobby BLOB NOT NULL, player INTEGER NOT NULL, claim BLOB NOT NULL,
            person BLOB NOT NULL, issuer BLOB NOT NULL, host BLOB NOT NULL,
            claimed_ms INTEGER NOT NULL, state INTEGER NOT NULL, changed_ms INTEGER NOT NULL,
            untold INTEGER NOT NULL, checksum INTEGER NOT NULL, PRIMARY KEY (lobby, player)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX column_claims_claim ON column_claims (claim);
        CREATE INDEX column_claims_person ON column_claims (person, claimed_ms, lobby);
        CREATE INDEX column_claims_changed ON column_claims (person, changed_ms);
        CREATE INDEX column_claims_issuer ON column_claims (issuer, changed_ms);
        CREATE INDEX column_claims_host ON column_claims (host, changed_ms);
        """
}
