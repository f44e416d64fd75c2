import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { PartNotLoaded } from '../../shared/ui/part-not-loaded.tsx'
import { closeSlipSheet, useSlipSheet } from '../../state/slip-sheet.ts'
import { SlipPanel, SlipSkeleton } from './columns.tsx'

/** The slip of a visitor on a phone (BETX-06). */
export function SlipSheet() {
  const { isOpen } = useSlipSheet()
  const [path] = useLocation()
  useEffect(closeSlipSheet, [path])
  return (
    <Dialog title="Betslip" open={isOpen} onClose={closeSlipSheet} layout="bottom">
      {/* A link can lead to the same path. */}
      <div onClick={(event) => (event.target as Element).closest('a') && closeSlipSheet()} className="**:scroll-mb-64">
        <SlipPanel isSheet placeholder={<SlipSkeleton />} failure={<PartNotLoaded what="The slip" />} />
      </div>
    </Dialog>
  )
}
