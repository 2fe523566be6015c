#!/usr/bin/env python3
"""pack.py - packs this folder for Visual Studio Code, without the network.

usage: pack.py FILE.vsix; then `code --install-extension FILE.vsix`, or `Install from VSIX...` in the editor.
"""
import json
import pathlib
import sys
import zipfile
from xml.sax.saxutils import escape

HERE = pathlib.Path(__file__).parent
FILES = ["package.json", "language-configuration.json", "client.js", "extension.js", "README.md", "LICENSE", "snippets/mad.json",
         "syntaxes/mad.tmLanguage.json"]
TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension=".json" ContentType="application/json"/>
<Default Extension=".js" ContentType="application/javascript"/>
<Default Extension=".md" ContentType="text/markdown"/>
<Default Extension=".vsixmanifest" ContentType="text/xml"/>
<Override PartName="/extension/LICENSE" ContentType="text/plain"/>
</Types>
"""
MANIFEST = """<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011"
 xmlns:d="http://schemas.microsoft.com/developer/vsx-schema-design/2011">
<Metadata>
<Identity Language="en-US" Id="{name}" Version="{version}" Publisher="{publisher}"/>
<DisplayName>{displayName}</DisplayName>
<Description xml:space="preserve">{description}</Description>
<Tags>{tags}</Tags>
<Categories>{categories}</Categories>
<License>extension/LICENSE</License>
<Properties><Property Id="Microsoft.VisualStudio.Code.Engine" Value="{engine}"/></Properties>
</Metadata>
<Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
<Dependencies/>
<Assets>
<Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
<Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE" Addressable="true"/>
</Assets>
</PackageManifest>
"""


def find(name):
    """A file of this folder, or of the house that it is a room of."""
    return next(path for path in (HERE / name, HERE.parent / name, HERE.parents[2] / name) if path.exists())


def main(arguments):
    if len(arguments) != 1 or not arguments[0].endswith(".vsix"):
        print(__doc__, file=sys.stderr)
        return 2
    about = json.loads((HERE / "package.json").read_text())
    fields = {key: escape(about[key], {'"': "&quot;"}) for key in ("name", "version", "publisher", "displayName", "description")}
    manifest = MANIFEST.format(**fields, categories=escape(",".join(about["categories"])), tags="mad,chess,variants",
                               engine=about["engines"]["vscode"])
    with zipfile.ZipFile(arguments[0], "w", zipfile.ZIP_DEFLATED) as pack:
        pack.writestr("[Content_Types].xml", TYPES)
        pack.writestr("extension.vsixmanifest", manifest)
        for name in FILES:
            pack.write(find(name), "extension/" + name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
