extension String {
    var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }

    /// The beginning that fits, made of whole characters.
    func cut(toBytes max: Int) -> String {
        guard utf8.count > max else { return self }
        var text = self[...]
        while text.utf8.count > max { text.removeLast() }
        return String(text)
    }
}
