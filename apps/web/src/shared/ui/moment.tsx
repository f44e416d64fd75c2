import { useNow } from '../clock.ts'
import { momentText, momentWords } from '../format/times.ts'

type MomentProps = { readonly at: string; readonly inSentence?: boolean }

/** A past or future time, relative to now. */
export function Moment({ at, inSentence = false }: MomentProps) {
  const now = useNow(60_000)
  return <time dateTime={at}>{(inSentence ? momentWords : momentText)(at, now)}</time>
}
