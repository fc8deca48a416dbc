/**
 * Turns the name of a target or a participant into the name of one folder, on every system. What such a name may not
 * have becomes a hyphen: separators, colons, dots at its ends. Windows has devices instead of files of some names.
 */
export function folderName(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, '-').replace(/^[.-]+|\.+$/g, '') || 'target'
  return devices.test(plain) ? `target-${plain}` : plain
}

const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i
