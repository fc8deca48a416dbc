// The types of structured-headers refer to this DOM type, which Node's types do not declare globally.
type BufferSource = ArrayBuffer | ArrayBufferView
