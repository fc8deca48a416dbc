import { type Area, areas, type Finding, type Info } from './finding.ts'

/** What the doctor writes down while looking. */
export interface DoctorReport {
  findings: Finding[]
  good: Info[]
  unseen: Info[]
  note: (finding: Finding | undefined) => void
  isGood: (area: Area, says: string) => void
  isUnseen: (area: Area, says: string) => void
  has: (area: Area) => boolean
  /** Areas of which nothing was written down. */
  blank: () => Area[]
}

export function createDoctorReport(): DoctorReport {
  const findings: Finding[] = []
  const good: Info[] = []
  const unseen: Info[] = []
  const has = (area: Area): boolean => findings.some((finding) => finding.area === area)
  return {
    findings,
    good,
    unseen,
    note: (finding) => {
      if (finding) findings.push(finding)
    },
    /** Unless something was found there. */
    isGood: (area, says) => {
      if (!has(area)) good.push({ area, says })
    },
    isUnseen: (area, says) => {
      unseen.push({ area, says })
    },
    has,
    blank: () =>
      areas.filter((area) => ![...findings, ...good, ...unseen].some((written) => written.area === area)),
  }
}
