import type { Carrier } from '@mupiira/domain/phone/carriers.ts'

/** The carrier's name in its colours. It is readable in both themes and needs no image. */
export function CarrierTag({ carrier }: { readonly carrier: Carrier }) {
  if (carrier === 'MTN')
    return <span className="rounded-tag bg-[#ffcc00] px-2 py-1 text-12 font-bold text-[#14171a]">MTN</span>
  if (carrier === 'Airtel')
    return <span className="rounded-tag bg-[#c40000] px-2 py-1 text-12 font-bold text-[#ffffff]">Airtel</span>
  return <span className="rounded-tag border border-line px-2 py-1 text-12 font-bold text-muted">Unknown</span>
}
