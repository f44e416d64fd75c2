// Fails the build when it asks for what Chrome 95 has not got (decision 0012). Our own code is held to the language of
// 2022 by the type check; this looks at the finished files, so at the libraries in them too, and at what is no language.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Methods that came later. What a library asks for before it uses it is not among them. */
const LATER =
  /\b(toSorted|toReversed|toSpliced|findLast|findLastIndex|groupBy|fromAsync|withResolvers|isWellFormed|toWellFormed|isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference|structuredClone|supportedValuesOf|throwIfAborted|requestClose|checkVisibility|showPicker|showPopover|togglePopover|roundRect|canParse)\(|\.with\(|\bAbortSignal\.(any|timeout)\b|\bPromise\.try\b/g
/** A height that only newer browsers understand, without the plain one before it. */
const HEIGHT = /(?<=[{;])([\w-]+):[^;{}]*\ddvh/g

const client = join(import.meta.dirname, '../dist/client')
// Staff use the console on computers, and its libraries check for most of these before they call them.
const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.(js|css)$/.test(file) && !/\bconsole-screen-/.test(file),
)

const laterIn = (text) => [...text.matchAll(LATER)].map(([method]) => method)
const heightsIn = (text) =>
  [...text.matchAll(HEIGHT)]
    .filter(({ 1: property, index }) => !new RegExp(`\\b${property}:[^;{}]*\\dvh[^;{}]*;$`).test(text.slice(0, index)))
    .map(([line]) => line)

const faults = files.flatMap((file) => {
  const text = readFileSync(join(client, file), 'utf8')
  return (file.endsWith('.css') ? heightsIn(text) : laterIn(text)).map((what) => `${file}: ${what}`)
})
if (faults.length > 0) {
  console.error(`Phones that we serve do not know this:\n${faults.join('\n')}`)
  process.exit(1)
}
