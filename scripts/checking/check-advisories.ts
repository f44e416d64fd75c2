import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Advisory, type Finding, findingsOf, lockedPackages } from './advisories.ts'

const MAX_AGE_MS = 30 * 86_400_000

/** 0: no shipped package is affected. 1: at least one is. 2: the database cannot be used. */
type Outcome = { readonly code: 0 | 1 | 2; readonly lines: readonly string[] }

/** Compares the text of a `package-lock.json` with the advisories in a folder. */
export function checkAdvisories(folder: string, lock: string, now: Date): Outcome {
  const locked = lockedPackages(JSON.parse(lock))
  const byName = Map.groupBy(locked, ({ name }) => name)
  const found: Finding[] = []
  let newest = ''
  let count = 0
  try {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.json')) continue
      const advisory = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Advisory
      count += 1
      if (advisory.modified > newest) newest = advisory.modified
      found.push(...findingsOf(advisory, byName))
    }
  } catch (error) {
    return { code: 2, lines: [`NOT CHECKED: ${folder} could not be read: ${String(error)}`] }
  }
  if (count === 0) return { code: 2, lines: [`NOT CHECKED: ${folder} contains no advisories`] }
  const lines = [
    `${locked.length} packages, ${count} advisories up to ${newest.slice(0, 10)}`,
    ...found.map(
      ({ name, version, isShipped, id, summary }) =>
        `  ${isShipped ? 'SHIPPED' : 'development tool'}: ${name} ${version}, ${id}: ${summary}`,
    ),
  ]
  if (!(now.getTime() - Date.parse(newest) <= MAX_AGE_MS))
    return { code: 2, lines: [...lines, 'NOT CHECKED: the database is more than 30 days old. Download a new one.'] }
  const shipped = found.filter(({ isShipped }) => isShipped).length
  return shipped === 0
    ? { code: 0, lines: [...lines, 'No advisory affects a shipped package.'] }
    : { code: 1, lines: [...lines, `${shipped} advisories affect shipped packages.`] }
}
