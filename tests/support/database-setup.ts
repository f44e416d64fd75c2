import { startTestServer } from './test-server.ts'

/** Runs before the first worker of a test run: one server and an up-to-date template for all of them. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Several projects of one run use this setup, so the server may already exist.
  if (process.env['MUPIIRA_TEST_SERVER']) return undefined
  const { server, release } = await startTestServer()
  process.env['MUPIIRA_TEST_SERVER'] = JSON.stringify(server)
  return async () => {
    delete process.env['MUPIIRA_TEST_SERVER']
    await release()
  }
}
