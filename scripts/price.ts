import { createInterface } from 'node:readline'
import { isHeader, pricedLine } from './running/price-line.ts'

/**
 * `npm run -s price [-- --rulebook industry] < odds.csv`: lines `home,draw,away[,over25,under25]` in decimal odds, with
 * or without a header, become one JSON line each, in order: the fitted model and the fair probability of every
 * selection.
 */
const rulebook = chosenRulebook(process.argv.slice(2))
// The reader may close the pipe early (`head`).
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0)
  throw error
})

let count = 0
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  count += 1
  if (count === 1 && isHeader(line)) continue
  const isTaken = process.stdout.write(`${JSON.stringify(pricedLine(line, rulebook))}\n`)
  if (!isTaken) await new Promise((resolve) => process.stdout.once('drain', resolve))
}

function chosenRulebook(args: readonly string[]): 'house' | 'industry' {
  const named = args[0] === '--rulebook' ? args[1] : args[0]?.replace(/^--rulebook=/, '')
  if (args.length === 0) return 'house'
  if (named === 'house' || named === 'industry') return named
  console.error('npm run -s price [-- --rulebook house|industry] < odds.csv')
  return process.exit(2)
}
