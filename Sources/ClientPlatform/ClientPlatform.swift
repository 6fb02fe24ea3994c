// ClientPlatform
