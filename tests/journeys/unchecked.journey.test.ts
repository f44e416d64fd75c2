import { expect, it } from 'vitest'
import { runEntry } from '../support/spawned-server.ts'

it.each(['ledger-check.ts', 'audit-verify.ts'])(
  '[OPS-05] the script %s reports an unavailable database as not checked, with exit code 2, and not as a difference',
  async (entry) => {
    const unavailable = { DATABASE_URL: 'postgres://mupiira_app:x@127.0.0.1:1/mupiira', LOG_LEVEL: 'silent' }
    const { code, output } = await runEntry(`apps/server/src/${entry}`, unavailable)
    expect([code, output.trim()]).toEqual([2, expect.stringMatching(/^NOT CHECKED: .*ECONNREFUSED/)])
  },
)
