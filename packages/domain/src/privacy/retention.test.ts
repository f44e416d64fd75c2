import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { periodText, RETENTION, type Retention } from './retention.ts'

const security = new URL('../../../../docs/security.md', import.meta.url)

it('docs/security.md lists the retention period of every kind of data', () => {
  const rows = Object.values<Retention>(RETENTION).map(
    (each) => `| ${each.what} | ${periodText(each)} | ${each.why} | ${each.job === null ? '–' : `\`${each.job}\``} |`,
  )
  const text = readFileSync(security, 'utf8')
  const table = text.slice(text.indexOf('| data | stored |')).split('\n').slice(2)
  expect(
    table.slice(
      0,
      table.findIndex((line) => !line.startsWith('|')),
    ),
  ).toEqual(rows)
})
