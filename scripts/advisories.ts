import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkAdvisories } from './checking/check-advisories.ts'
import { root } from './running/folders.ts'

/**
 * `npm run advisories -- FOLDER`: compares package-lock.json with a downloaded database of advisories, without a
 * network. FOLDER contains advisories in the OSV format, such as the extracted file of
 * https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip. Exits with 1 if an advisory affects a package that
 * the product ships, with 2 if the database cannot be used or is more than 30 days old.
 */
const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Usage: npm run advisories -- FOLDER')
  process.exit(2)
}
const { code, lines } = checkAdvisories(folder, readFileSync(join(root, 'package-lock.json'), 'utf8'), new Date())
console.log(lines.join('\n'))
process.exit(code)
