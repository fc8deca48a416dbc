import { areas, type DoctorArea, type DoctorFinding, type Info } from './finding.ts'

/** What the doctor writes down while looking. */
export interface DoctorReport {
  findings: DoctorFinding[]
  good: Info[]
  unseen: Info[]
  note: (finding: DoctorFinding | undefined) => void
  isGood: (area: DoctorArea, says: string) => void
  isUnseen: (area: DoctorArea, says: string) => void
  has: (area: DoctorArea) => boolean
  /** Areas of which nothing was written down. */
  blank: () => DoctorArea[]
}

export function createDoctorReport(): DoctorReport {
  const findings: DoctorFinding[] = []
  const good: Info[] = []
  const unseen: Info[] = []
  const has = (area: DoctorArea): boolean => findings.some((finding) => finding.area === area)
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
