import type { Carrier } from '@mupiira/domain/phone/carriers.ts'
import { classes } from './classes.ts'

const COLOURS: { readonly [carrier in Carrier]: string } = {
  MTN: 'bg-[#ffcc00] text-[#14171a]',
  Airtel: 'bg-[#c40000] text-[#ffffff]',
  Unknown: 'border border-line text-muted',
}

/** The carrier's name in its colours. It is readable in both themes and needs no image. */
export const CarrierTag = ({ carrier }: { readonly carrier: Carrier }) => (
  <span className={classes('rounded-tag px-2 py-1 text-12 font-bold', COLOURS[carrier])}>{carrier}</span>
)
