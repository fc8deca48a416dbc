import { Client as Connection } from 'undici'
import { onTestFinished } from 'vitest'
import { createMock, type Mock, type MockOptions } from '../server.ts'
import { seeded } from '../world/random.ts'

export const noon = Date.UTC(2026, 0, 1, 12)

export interface Running extends Mock {
  url: string
  connection: Connection
}

/** A mock with a fixed clock and seed on a free port, closed when the test is over. */
export const running = async (options: Partial<MockOptions> = {}): Promise<Running> => {
  const mock = createMock({
    now: () => noon,
    random: seeded(1),
    onMistake: (error) => {
      throw error
    },
    ...options,
  })
  const { url, close } = await mock.listen({ port: 0 })
  const connection = new Connection(url)
  onTestFinished(async () => {
    await connection.destroy()
    await close()
  })
  return { ...mock, url, connection }
}
