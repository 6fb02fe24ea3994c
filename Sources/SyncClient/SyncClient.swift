// SyncClient
