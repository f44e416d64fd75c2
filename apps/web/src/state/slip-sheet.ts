import type { MouseEvent } from 'react'
import { useLocation } from 'wouter'
import { create } from 'zustand'
import { useSession } from './session.ts'

/**
 * The slip of a visitor is a sheet over the screen, because the slip's own screen is for players (APP-13). It also
 * opens while the session is loading.
 */
export const useSlipSheet = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }))

export const closeSlipSheet = (): void => useSlipSheet.setState({ isOpen: false })

/** Opens the slip: the screen of a player, the column of wide screens, or the sheet of a visitor. */
export function useOpenSlip(): (event?: MouseEvent) => void {
  const { status } = useSession()
  const [, navigate] = useLocation()
  return (event) => {
    if (status === 'in') {
      if (event === undefined) navigate('/betslip')
      return
    }
    event?.preventDefault()
    const column = document.getElementById('slip')
    if (column && column.getClientRects().length > 0) column.focus()
    else useSlipSheet.setState({ isOpen: true })
  }
}
