extension Optional {
    /// The value of a field that must be there.
    func required(_ field: String) throws(WireError) -> Wrapped {
        guard let self else { throw .missing(field: field) }
        return self
    }
}
