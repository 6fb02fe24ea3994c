// Structures
