import { readFileSync } from 'node:fs'

/** The user that a database server runs as; undefined means the current user. */
export type Account = { readonly name: string; readonly uid: number; readonly gid: number } | undefined

const candidates = ['postgres', 'nobody', 'daemon', 'www-data']

/** PostgreSQL refuses to run as root, so root uses the machine's first unprivileged account. */
export function databaseAccount(): Account {
  if (process.getuid?.() !== 0) return undefined
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of candidates) {
    const row = rows.find((fields) => fields[0] === name)
    if (row) return { name, uid: Number(row[2]), gid: Number(row[3]) }
  }
  throw new Error(
    `No unprivileged account to run PostgreSQL as: /etc/passwd does not contain any of ${candidates.join(', ')}.`,
  )
}
