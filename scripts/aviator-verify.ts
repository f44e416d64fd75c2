import { faultsOfProof, type PublishedProof } from './running/aviator-proof.ts'

/** `npm run -s aviator:verify -- --round N [--url http://…]`: recomputes a round from published data only. */
const round = optionOf('--round')
const url = optionOf('--url') ?? `http://127.0.0.1:${process.env['PORT'] || 3000}`
if (round === undefined || !/^[1-9]\d*$/.test(round)) {
  console.error('Which round? npm run -s aviator:verify -- --round N [--url http://127.0.0.1:3000]')
  process.exit(2)
}

const answer = await fetch(new URL(`/api/aviator/rounds/${round}/proof`, url)).catch(() => null)
if (answer === null) {
  console.error(`No response from ${url}. Start the product, or pass its address with --url.`)
  process.exit(2)
}
if (!answer.ok) {
  const { detail } = (await answer.json()) as { detail?: string }
  console.error(`Round ${round}: ${detail ?? `the server answered ${answer.status}`}`)
  process.exit(2)
}
const proof = (await answer.json()) as PublishedProof
const faults = faultsOfProof(proof)
console.log(`Round ${proof.roundId} (${proof.state}): ${proof.crash.toFixed(2)}x with an RTP of ${proof.rtp} %`)
console.log(`seed        ${proof.seed}`)
console.log(`salt        ${proof.chain.salt ?? '-'} (block ${proof.chain.height} of ${proof.chain.beacon})`)
console.log(`commitment  ${proof.chain.commitment} (the seed hashed ${proof.link} times)`)
console.log(`            published ${proof.chain.committedAt}, salt known since ${proof.chain.saltedAt ?? '-'}`)
for (const { from, to, why, at } of proof.chain.skipped)
  console.log(`skipped     links ${from} to ${to} of the chain, ${at} (${why})`)
for (const fault of faults) console.log(`WRONG: ${fault}`)
if (faults.length === 0) console.log('The round is valid.')
process.exit(faults.length === 0 ? 0 : 1)

function optionOf(name: string): string | undefined {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}
