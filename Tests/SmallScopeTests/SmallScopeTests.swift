import SmallScope
import Testing
