// The types of structured-headers name this type of the DOM, which Node's types do not declare globally.
type BufferSource = ArrayBuffer | ArrayBufferView
