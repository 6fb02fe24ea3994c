import API
import Testing

@Suite("The table of the API")
struct APITableTests {
    @Test("Each operation has one route, and each name in a path a shape")
    func routes() {
        #expect(APITable.routes.map(\.operation).count == APIOperation.allCases.count)
        for operation in APIOperation.allCases {
            for name in APITable.route(operation).parameterNames { _ = APITable.parameter(name) }
        }
    }
}
