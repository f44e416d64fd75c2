import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Advisory, type Finding, findingsOf, lockedPackages } from './checking/advisories.ts'
import { root } from './running/folders.ts'

/**
 * `npm run advisories -- FOLDER`: compares package-lock.json with a downloaded database of advisories, without a network.
 * FOLDER contains advisories in the OSV format, such as the extracted file of
 * https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip. Exits with 1 if an advisory affects a package that the
 * product ships, with 2 if the database cannot be used or is more than 30 days old.
 */
const MAX_AGE_MS = 30 * 86_400_000

const [folder] = process.argv.slice(2)
if (folder === undefined) stop('Usage: npm run advisories -- FOLDER')
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'))
const locked = lockedPackages(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
const byName = Map.groupBy(locked, ({ name }) => name)
const found: Finding[] = []
let newest = ''
for (const file of files) {
  const advisory = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Advisory
  if (advisory.modified > newest) newest = advisory.modified
  found.push(...findingsOf(advisory, byName))
}
if (files.length === 0) stop(`NOT CHECKED: ${folder} contains no advisories`)
console.log(`${locked.length} packages, ${files.length} advisories up to ${newest.slice(0, 10)}`)
for (const { name, version, isShipped, id, summary } of found)
  console.log(`  ${isShipped ? 'SHIPPED' : 'development tool'}: ${name} ${version}, ${id}: ${summary}`)
if (!(Date.now() - Date.parse(newest) <= MAX_AGE_MS))
  stop('NOT CHECKED: the database is more than 30 days old. Download a new one.')
const shippedCount = found.filter(({ isShipped }) => isShipped).length
console.log(
  shippedCount === 0 ? 'No advisory affects a shipped package.' : `${shippedCount} advisories affect shipped packages.`,
)
process.exit(shippedCount === 0 ? 0 : 1)

function stop(message: string): never {
  console.error(message)
  process.exit(2)
}
