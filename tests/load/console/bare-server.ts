import fastify from 'fastify'
import pg from 'pg'
import type { ReceivedStatement } from '../../support/received-statements.ts'

/** The statements that the bare server runs for each address. */
export type BareServerTask = {
  readonly databaseUrl: string
  readonly statements: readonly (readonly [path: string, statements: readonly ReceivedStatement[]])[]
}

process.once('message', (task: BareServerTask) => void serve(task))

/** A route of the same framework that runs the same statements in sequence and streams the rows unchanged. */
async function serve({ databaseUrl, statements }: BareServerTask): Promise<void> {
  const statementsOf = new Map(statements)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  const app = fastify()
  app.get('/*', async (request) => {
    const rows: unknown[] = []
    for (const { name, text, values } of statementsOf.get(request.url) ?? []) {
      const found = await pool.query({ text, values: [...values], ...(name === '' ? {} : { name }) })
      rows.push(found.rows)
    }
    return rows
  })
  process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }))
}
