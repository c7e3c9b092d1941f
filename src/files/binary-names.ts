// Which files are known by their name to hold no text? Only for guesses of how much there is to read: what a file is
// is decided by its bytes.

/** Kinds whose every file is binary; names that also stand for text (`.ts`, `.obj`, `.dat`, `.mo`, `.svg`) are absent. */
const ENDINGS: ReadonlySet<string> = new Set(
  [
    "png jpg jpeg gif bmp ico icns webp avif heic tif tiff psd",
    "mp3 mp4 m4a m4v mov avi mkv webm ogg oga ogv opus wav flac aac wmv mpg mpeg",
    "ttf otf woff woff2 eot",
    "zip gz tgz bz2 tbz2 xz txz zst lz4 br 7z rar jar war ear whl deb rpm apk ipa dmg iso cab msi",
    "exe dll so dylib a o lib pdb class pyc pyo wasm node elf rlib",
    "pdf doc docx xls xlsx ppt pptx odt ods odp epub",
    "db sqlite sqlite3 mdb parquet arrow feather avro orc npy npz h5 hdf5 pkl pickle pt pth onnx safetensors gguf tflite",
    "glb blend fbx",
  ].flatMap((line) => line.split(" ")),
);

export function isBinaryName(path: string): boolean {
  const dot = path.lastIndexOf(".");
  return dot > path.lastIndexOf("/") && ENDINGS.has(path.slice(dot + 1).toLowerCase());
}
